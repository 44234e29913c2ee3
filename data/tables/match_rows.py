"""Games as they are read: their columns with those of other tables, and records made of the rows.

Each game is one row per seat: the game and its people come in one statement.
"""

from collections.abc import Iterable, Sequence
from dataclasses import fields
from itertools import groupby
from typing import Any, Final

import sqlalchemy as sa

from data.records import MatchRecord, PlayerRecord, TimingRecord
from data.schema import GAME_IS_FINISHED, challenges, games, habits, overviews, players, seats, servers
from data.tables.person_settings import settings_record

TIMING: Final = tuple(field.name for field in fields(TimingRecord))
_SPECIAL: Final = {"locale", "home", "seed", "retired", "board_channel", "board_message", *TIMING} | {
    "commitment",
    "dice_seed",
    "dice_commitment",
    "dice_words",
    "dice_beacon",
}
_PLAIN: Final = tuple(column.name for column in games.c if column.name not in _SPECIAL)
_OTHERS: Final = {
    "locale": sa.func.coalesce(servers.c.locale, games.c.locale),
    # Nobody can be told by mistake what nobody reads.
    "seed": sa.case((GAME_IS_FINISHED, sa.func.coalesce(games.c.dice_seed, games.c.seed))),
    "commitment": sa.func.coalesce(games.c.dice_commitment, games.c.commitment),
    "words": games.c.dice_words,
    "beacon": games.c.dice_beacon,
    "tie_break": challenges.c.tie_break,
    "clock": challenges.c.clock,
    "rated": challenges.c.rated,
    "exploring": challenges.c.exploring,
}
_FIELDS: Final = (*_PLAIN, *_OTHERS)
# In the order in which `_record` takes them.
_COLUMNS: Final = (
    *(games.c[name] for name in _PLAIN),
    *(column.label(name) for name, column in _OTHERS.items()),
    games.c.retired,
    games.c.board_channel,
    games.c.board_message,
    *(games.c[name] for name in TIMING),
    seats.c.player,
    seats.c.engine,
    seats.c.level,
)
GAMES: Final = (
    sa.select(*_COLUMNS)
    .select_from(games)
    .join(seats, seats.c.game == games.c.id)
    .join(challenges, challenges.c.id == games.c.challenge)
    .outerjoin(servers, servers.c.id == games.c.server)
)
# Who changes a game needs to know what its people are called, how they want to be told, when they are away,
# and who else looks on.
MATCHES_WITH_SETTINGS: Final = (
    GAMES.add_columns(
        habits.c.preferences,
        habits.c.vacation,
        players.c.name,
        overviews.c.channel.is_not(None).label("overviewed"),
    )
    .outerjoin(players, players.c.id == seats.c.player)
    .outerjoin(habits, habits.c.player == seats.c.player)
    .outerjoin(overviews, overviews.c.channel == games.c.channel)
)


def one_match(result: sa.Result[*tuple[Any, ...]]) -> MatchRecord | None:
    """Return the one game in a result, None if there is none."""
    rows = result.all()
    return _record(rows) if rows else None


def all_matches(rows: Iterable[sa.Row[*tuple[Any, ...]]]) -> tuple[MatchRecord, ...]:
    """Return the games in rows, which lie together game by game."""
    return tuple(_record(list(of_game)) for _, of_game in groupby(rows, key=lambda row: row.id))


def _record(rows: Sequence[sa.Row[*tuple[Any, ...]]]) -> MatchRecord:
    values: dict[str, Any] = dict(zip(_FIELDS, rows[0], strict=False))
    retired, channel, message, *rest = rows[0][len(_FIELDS) :]
    timing: dict[str, Any] = dict(zip(TIMING, rest, strict=False))
    timing["times"] = tuple(map(tuple, timing["times"] or ()))
    values["words"] = None if values["words"] is None else tuple(values["words"])
    if len(rows[0]) > len(_COLUMNS):
        values["settings"] = tuple(map(settings_record, rows))
        values["names"] = {row.player: row.name for row in rows if row.name is not None}
        values["overviewed"] = rows[0].overviewed
    return MatchRecord(
        **values,
        retired=tuple((seat, number) for seat, number in retired),
        board=None if message is None else (channel, message),
        players=tuple(PlayerRecord(row.player, row.engine, row.level) for row in rows),
        timing=TimingRecord(**timing),
    )
