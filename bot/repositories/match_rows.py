"""Matches as rows: their columns with those of other tables, read and written.

Each match is one row per seat: the match and its people come in one statement.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, Final

import sqlalchemy as sa

from bot.model.match.beacon import read_beacon
from bot.model.match.dice_leaf import DiceLeaf
from bot.model.match.match import Counting, Match, MatchStatus
from bot.model.match.offers.match_offers import MatchOffers, OpenOffer
from bot.model.match.offers.offer_rules import Made, OfferKind, Offers
from bot.model.match.offers.offer_rules import Offer as Open
from bot.model.match.offers.undo_point import UndoPoint
from bot.model.match.timing import Timing
from bot.model.people.person import MessageRef, Place
from bot.model.people.players import EnginePlayer, HumanPlayer, Player
from bot.model.time.clocks import read_clock
from bot.repositories.person_settings import settings_in
from bot.repositories.tables.challenge_tables import challenges
from bot.repositories.tables.match_tables import GAME_IS_FINISHED, GAME_TIMER, games, seats
from bot.repositories.tables.person_tables import habits, players
from bot.repositories.tables.server_tables import overviews, servers
from data.cluster.cluster_tables import timers
from rules.contract import Outcome
from rules.contract.series import TieBreak

# Nobody can be told by mistake what nobody reads.
_SECRETS: Final = {"seed", "dice_seed"}
_READ_OTHERWISE: Final = {"locale", "commitment", "dice_commitment"}
MATCHES: Final = (
    sa.select(
        *(column for column in games.c if column.name not in _SECRETS | _READ_OTHERWISE),
        sa.func.coalesce(servers.c.locale, games.c.locale).label("locale"),
        sa.case((GAME_IS_FINISHED, sa.func.coalesce(games.c.dice_seed, games.c.seed))).label("told_seed"),
        sa.func.coalesce(games.c.dice_commitment, games.c.commitment).label("told_commitment"),
        # No join: PostgreSQL leaves the order of more than eight tables as it is written.
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
# Who changes a match needs to know what its people are called, how they want to be told, when they are away,
# and who else looks on.
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
_KINDS: Final = frozenset(OfferKind)
"""Those that this version knows."""
_REMEMBERED: Final = 64
"""How many of the offers made are kept; one forgotten could be made once more in a turn played again."""
_FIRST: Final = "first"
"""Where an outcome that was corrected keeps the one before."""
_NEUTRAL: Final = "neutral"
"""The key of the outcome that counts over all servers, after a correction by a player of the match."""

_Row = sa.Row[*tuple[Any, ...]]
_Times = tuple[tuple[int, int, int], ...]


def one_match(result: sa.Result[*tuple[Any, ...]]) -> Match | None:
    """Return the one match in a result, None if there is none."""
    rows = result.all()
    return match_in(rows) if rows else None


def all_matches(rows: Iterable[_Row]) -> tuple[Match, ...]:
    """Return the matches in rows, which lie together match by match."""
    return tuple(match_in(list(of_match)) for _, of_match in groupby(rows, key=lambda row: row.id))


def match_in(rows: Sequence[_Row]) -> Match:
    """Return the match in its rows."""
    row = rows[0]
    words = None if row.dice_words is None else tuple(row.dice_words)
    with_settings = len(row) == _WITH_SETTINGS
    return Match(
        id=row.id,
        key=row.key,
        options=row.options,
        players=tuple(map(_player, rows)),
        place=Place(row.server, row.channel, row.locale, row.parent, row.private),
        thread=row.thread,
        status=MatchStatus(row.status),
        plies=row.plies,
        turn=row.turn,
        outcome=None if row.outcome is None else outcome_in(row.outcome),
        resigned=row.resigned,
        board=None if row.board_message is None else MessageRef(row.board_channel, row.board_message),
        created=row.created,
        updated=row.updated,
        challenge=row.challenge,
        timing=Timing(
            since=row.since,
            times=_times(row.times or ()),
            turns=row.turns,
            deadline=row.deadline,
            claimable=row.claimable,
            due=row.due,
            told=row.told,
            reminders=row.reminders,
            stalled=row.stalled,
            silenced=row.silenced,
            paused=row.paused,
        ),
        departures=tuple((seat, number) for seat, number in row.retired),
        commitment=row.told_commitment,
        seed=row.told_seed,
        number=row.number,
        tie_break=None if row.tie_break is None else TieBreak(row.tie_break),
        clock=read_clock(row.clock),
        standing=_offers(row.offers),
        taken_back=row.taken_back,
        rated=row.rated,
        exploring=row.exploring,
        first_outcome=outcome_in(row.outcome[_FIRST]) if _FIRST in (row.outcome or {}) else None,
        neutral_outcome=outcome_in(row.outcome[_NEUTRAL]) if _NEUTRAL in (row.outcome or {}) else None,
        rules=row.rules,
        words=words,
        beacon=None if row.dice_beacon is None else read_beacon(row.dice_beacon, words or ()),
        leaf=None if row.dice_root is None else DiceLeaf(row.dice_root, row.dice_leaf),
        counting=None if row.counting is None else Counting(row.counting),
        position=row.position,
        unjustified=None if row.unjustified is None else (row.unjustified[0], row.unjustified[1]),
        taken_over=row.taken_over,
        undo=None if row.undo is None else _undo_point(row.undo),
        planned=row.planned,
        followed=row.followed,
        thread_parent=row.thread_parent,
        settings=tuple(map(settings_in, rows)) if with_settings else (),
        names={one.player: one.name for one in rows if one.name is not None} if with_settings else {},
        overviewed=row.overviewed if with_settings else True,
    )


def values_of(match: Match) -> dict[str, object]:
    """Return the columns of a match that `save` writes; others are written by statements of their own."""
    return {
        "status": match.status.value,
        "plies": match.plies,
        "turn": match.turn,
        "position": match.position,
        "outcome": _stored_outcomes(match),
        "resigned": match.resigned,
        "retired": [list(one) for one in match.departures],
        "updated": match.updated,
        "offers": _stored_offers(match.standing),
        "undo": None if match.undo is None else _stored_undo_point(match.undo),
        "taken_back": match.taken_back,
        "unjustified": None if match.unjustified is None else list(match.unjustified),
        "taken_over": match.taken_over,
        **timing_values(match.timing),
    }


def timing_values(timing: Timing) -> dict[str, object]:
    """Return the columns of the times of a match."""
    return {
        "since": timing.since,
        "times": _stored_times(timing.times) or None,
        "turns": timing.turns,
        "deadline": timing.deadline,
        "claimable": timing.claimable,
        "told": timing.told,
        "reminders": timing.reminders,
        "stalled": timing.stalled,
        "silenced": timing.silenced,
        "paused": timing.paused,
    }


def seat_values(player: Player) -> dict[str, object]:
    """Return the columns of who holds a seat."""
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


def outcome_in(stored: Mapping[str, Any]) -> Outcome:
    """Return an outcome that was stored."""
    return Outcome(tuple(stored["winners"]), stored["reason"])


def _stored_outcomes(match: Match) -> dict[str, object] | None:
    """Return the outcome as it is stored, together with the earlier ones kept beside it."""
    if match.outcome is None:
        return None
    kept = {_FIRST: match.first_outcome, _NEUTRAL: match.neutral_outcome}
    beside = {key: _stored_outcome(outcome) for key, outcome in kept.items() if outcome is not None}
    return {**_stored_outcome(match.outcome), **beside}


def _stored_outcome(outcome: Outcome) -> dict[str, object]:
    return {"winners": list(outcome.winners), "reason": outcome.reason}


def _times(stored: Iterable[Sequence[int]]) -> _Times:
    return tuple((left, before, given) for left, before, given in stored)


def _stored_times(times: _Times) -> list[list[int]]:
    return [list(seat) for seat in times]


def _offers(stored: Mapping[str, Any] | None) -> MatchOffers:
    """Return what is stored of the offers of a match, without those of kinds only newer versions know."""
    if stored is None:
        return MatchOffers()
    waiting = [_offer(one) for one in stored["open"] if one["what"] in _KINDS]
    return MatchOffers(
        Offers(
            tuple(Open(offer.what, offer.by, frozenset(offer.agreed)) for offer in waiting),
            frozenset(
                Made(OfferKind(kind), seat, turns) for kind, seat, turns in stored["made"] if kind in _KINDS
            ),
        ),
        {offer.what: offer.ply for offer in waiting},
        {offer.what: offer.message for offer in waiting if offer.message is not None},
    )


def _offer(stored: Mapping[str, Any]) -> OpenOffer:
    message = MessageRef(stored["channel"], stored["message"]) if "message" in stored else None
    return OpenOffer(OfferKind(stored["what"]), stored["by"], stored["ply"], tuple(stored["agreed"]), message)


def _stored_offers(offers: MatchOffers) -> dict[str, object] | None:
    if offers == MatchOffers():
        return None
    made = sorted(offers.offers.made, key=lambda one: (one.turns, one.seat, one.kind))
    return {
        "open": [_stored_offer(offer) for offer in offers.waiting()],
        "made": [[one.kind, one.seat, one.turns] for one in made[-_REMEMBERED:]],
    }


def _stored_offer(offer: OpenOffer) -> dict[str, object]:
    stored = {"what": offer.what, "by": offer.by, "ply": offer.ply, "agreed": list(offer.agreed)}
    if offer.message is None:
        return stored
    return {**stored, "channel": offer.message.channel, "message": offer.message.message}


def _undo_point(stored: Mapping[str, Any]) -> UndoPoint:
    told = stored["told"]
    timing = Timing(
        since=datetime.fromisoformat(stored["since"]),
        times=_times(stored["times"]),
        turns=stored["turns"],
        told=None if told is None else datetime.fromisoformat(told),
        reminders=stored["reminders"],
        stalled=stored["stalled"],
        silenced=stored["silenced"],
    )
    offers = frozenset((OfferKind(kind), seat) for kind, seat in stored["offers"] if kind in _KINDS)
    return UndoPoint(stored["ply"], timing, offers, _times(stored["after"]))


def _stored_undo_point(point: UndoPoint) -> dict[str, object]:
    before = point.timing
    return {
        "ply": point.number,
        "since": before.since.isoformat(),
        "times": _stored_times(before.times),
        "turns": before.turns,
        "told": None if before.told is None else before.told.isoformat(),
        "reminders": before.reminders,
        "stalled": before.stalled,
        "silenced": before.silenced,
        "offers": sorted([kind, seat] for kind, seat in point.offers),
        "after": _stored_times(point.times),
    }
