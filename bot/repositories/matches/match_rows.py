"""Maps matches to rows, and back; some columns are in other tables.

Each match has one row per seat: a single statement loads the match and its people.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, Final

import sqlalchemy as sa

from bot.model.match.beacon import BeaconSource
from bot.model.match.match import Match
from bot.model.match.timing import Timing
from bot.model.people.players import EnginePlayer, HumanPlayer, Player
from bot.repositories.people.person_settings import settings_in
from bot.repositories.rows.row_mapping import RowMapping, RowPart
from bot.repositories.rows.shared_parts import BOARD, DICE_LEAF, PLACE
from bot.repositories.tables.challenge_tables import challenges
from bot.repositories.tables.match_columns import StoredOutcomes, outcomes_of
from bot.repositories.tables.match_tables import GAME_IS_FINISHED, GAME_TIMER, games, seats
from bot.repositories.tables.person_tables import habits, players
from bot.repositories.tables.server_tables import overviews, servers
from data.cluster.cluster_tables import timers

# Values that are not selected cannot leak.
_SECRETS: Final = {"seed", "dice_seed"}
_REPLACED: Final = {"locale", "commitment", "dice_commitment"}
MATCHES: Final = (
    sa.select(
        *(column for column in games.c if column.name not in _SECRETS | _REPLACED),
        sa.func.coalesce(servers.c.locale, games.c.locale).label("locale"),
        sa.case((GAME_IS_FINISHED, sa.func.coalesce(games.c.dice_seed, games.c.seed))).label("public_seed"),
        sa.func.coalesce(games.c.dice_commitment, games.c.commitment).label("current_commitment"),
        # Not a join: PostgreSQL does not reorder more than eight tables.
        sa.select(timers.c.due)
        .where(timers.c.kind == sa.literal_column(f"'{GAME_TIMER}'"), timers.c.subject == games.c.id)
        .scalar_subquery()
        .label("due"),
        challenges.c.tie_break,
        challenges.c.clock,
        challenges.c.rated,
        challenges.c.exploring,
        challenges.c.dice_root,
        challenges.c.dice_leaf,
        seats.c.player,
        seats.c.engine,
        seats.c.level,
    )
    .select_from(games)
    .join(seats, seats.c.game == games.c.id)
    .join(challenges, challenges.c.id == games.c.challenge)
    .outerjoin(servers, servers.c.id == games.c.server)
)
# Changing a match requires its people's names, preferences and absences, and whether its channel has an
# overview.
MATCHES_WITH_SETTINGS: Final = (
    MATCHES.add_columns(
        habits.c.preferences,
        habits.c.vacation,
        players.c.name,
        overviews.c.channel.is_not(None).label("overviewed"),
    )
    .outerjoin(players, players.c.id == seats.c.player)
    .outerjoin(habits, habits.c.player == seats.c.player)
    .outerjoin(overviews, overviews.c.channel == games.c.channel)
)
_WITH_SETTINGS: Final = len(MATCHES_WITH_SETTINGS.selected_columns)

_TIMING: Final = RowMapping(Timing, read_only=("due",))
_MATCH: Final = RowMapping(
    Match,
    columns={
        "departures": "retired",
        "standing": "offers",
        "commitment": "current_commitment",
        "seed": "public_seed",
        "words": "dice_words",
    },
    parts={"place": PLACE, "timing": RowPart(_TIMING), "board": BOARD, "leaf": DICE_LEAF},
    apart=(
        *("players", "outcome", "first_outcome", "neutral_outcome", "beacon"),
        *("settings", "names", "overviewed"),
    ),
    read_only=(
        "id",
        "current_commitment",
        "public_seed",
        "tie_break",
        "clock",
        "rated",
        "exploring",
        "leaf",
    ),
)

_Row = sa.Row[*tuple[Any, ...]]


def single_match(result: sa.Result[*tuple[Any, ...]]) -> Match | None:
    """Return the only match in a result, None if it is empty."""
    rows = result.all()
    return match_in(rows) if rows else None


def all_matches(rows: Iterable[_Row]) -> tuple[Match, ...]:
    """Return the matches in rows that are grouped by match."""
    return tuple(match_in(list(match_rows)) for _, match_rows in groupby(rows, key=lambda row: row.id))


def match_in(rows: Sequence[_Row]) -> Match:
    row = rows[0]
    with_settings = len(row) == _WITH_SETTINGS
    outcomes: StoredOutcomes | None = row.outcome
    beacon: BeaconSource | None = row.dice_beacon
    return _MATCH.read(
        row,
        players=tuple(map(_player, rows)),
        outcome=None if outcomes is None else outcomes.latest,
        first_outcome=None if outcomes is None else outcomes.first,
        neutral_outcome=None if outcomes is None else outcomes.neutral,
        beacon=None if beacon is None else beacon.with_words(row.dice_words or ()),
        settings=tuple(map(settings_in, rows)) if with_settings else (),
        names={seat_row.player: seat_row.name for seat_row in rows if seat_row.name is not None}
        if with_settings
        else {},
        overviewed=row.overviewed if with_settings else True,
    )


def values_of(match: Match) -> dict[str, object]:
    """Return the columns of a new match."""
    return {**_MATCH.columns_of(match), "outcome": outcomes_of(match), "home": match.place.channel}


def changed_values(before: Match, match: Match) -> dict[str, object]:
    """Return the columns of a match that differ from those of `before`."""
    changed = _MATCH.changed_columns(before, match)
    if outcomes_of(match) != outcomes_of(before):
        changed["outcome"] = outcomes_of(match)
    return changed


def timing_values(timing: Timing) -> dict[str, object]:
    return _TIMING.columns_of(timing)


def seat_values(player: Player) -> dict[str, object]:
    """Return the columns of a seat's player."""
    match player:
        case HumanPlayer(id=person):
            return {"player": person, "engine": None, "level": None}
        case EnginePlayer(key=key, level=level):
            return {"player": None, "engine": key, "level": level}
        case _:
            raise ValueError(f"{player} has not played here")


def _player(row: _Row) -> Player:
    if row.player is not None:
        return HumanPlayer(row.player)
    return EnginePlayer(row.engine or "", row.level or 0)
