"""Mappers: rows to the values of the domain, and back."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.play.domain.events import MatchHeader
from bot.play.domain.match.beacon import Beacon, read_beacon
from bot.play.domain.matches import Counting, Match, MatchStatus
from bot.play.domain.people import MessageRef, Place
from bot.play.domain.players import Engine, Human, Named, Player
from bot.play.domain.substitutions import Handover, Substitution, SubstitutionStatus
from bot.play.domain.time.clocks import read_clock
from bot.play.repositories.store import Tables
from bot.play.storage.match_times import time_left
from bot.play.storage.person_settings import settings_at
from bot.play.storage.stored_offers import stored_offers_in
from data.records import MatchRecord, PlayerRecord, SubstitutionRecord
from rules.contract import Outcome

_FIRST: Final = "first"
"""Where an outcome that was corrected keeps the one before."""


def place_of(record: MatchRecord) -> Place:
    """Return where a game stands."""
    return Place(record.server, record.channel, record.locale, record.parent, record.private)


def match_from(record: MatchRecord) -> Match:
    """Return a match."""
    return Match(
        id=record.id,
        key=record.key,
        options=record.options,
        players=players_of(record),
        place=place_of(record),
        thread=record.thread,
        status=MatchStatus(record.status),
        plies=record.plies,
        turn=record.turn,
        outcome=None if record.outcome is None else read_outcome(record.outcome),
        resigned=record.resigned,
        board=None if record.board is None else MessageRef(*record.board),
        created=record.created,
        updated=record.updated,
        challenge=record.challenge,
        turn_began=record.timing.since,
        retired=tuple(seat for seat, _ in record.retired),
        commitment=record.commitment,
        seed=record.seed,
        series=None if record.tie_break is None else record.challenge,
        series_number=None if record.tie_break is None else record.number,
        clock=read_clock(record.clock),
        deadline=record.timing.deadline,
        claimable=record.timing.claimable and record.timing.paused is None,
        paused=record.timing.paused is not None and record.status == MatchStatus.RUNNING,
        time_left=time_left(record),
        offers=stored_offers_in(record.offers).waiting(),
        taken_back=record.taken_back,
        rated=record.rated,
        exploring=record.exploring,
        begun=record.timing.turns > 0,
        first_outcome=_first_outcome(record.outcome or {}),
        rules=record.rules,
        words=record.words,
        beacon=beacon_of(record),
        counting=None if record.counting is None else Counting(record.counting),
    )


def beacon_of(record: MatchRecord) -> Beacon | None:
    """Return what the secret of a game's dice is mixed with, None where that is nothing, or not known yet."""
    return None if record.beacon is None else read_beacon(record.beacon, record.words or ())


def players_of(record: MatchRecord) -> tuple[Player, ...]:
    """Return who holds the seats of a match."""
    return tuple(map(_player, record.players))


def stored_players(players: Sequence[Player]) -> tuple[PlayerRecord, ...]:
    """Return players as the store keeps them."""
    return tuple(map(_stored_player, players))


def _stored_player(player: Player) -> PlayerRecord:
    match player:
        case Human(id=person):
            return PlayerRecord(person)
        case Engine(key=key, level=level):
            return PlayerRecord(None, key, level)
        case Named(name=name):
            raise ValueError(f"{name!r} has not played here")


def _player(record: PlayerRecord) -> Player:
    if record.person is not None:
        return Human(record.person)
    return Engine(record.engine or "", record.level or 0)


def substitution_from(record: SubstitutionRecord) -> Substitution:
    """Return a substitution."""
    return Substitution(
        id=record.id,
        match=record.game,
        seat=record.seat,
        leaver=record.leaver,
        offered_by=record.offered_by,
        wanted=record.wanted,
        status=SubstitutionStatus(record.status),
        plies=record.plies,
        made=record.made,
        expires=record.expires,
        substitute=record.substitute,
        settled=record.settled,
        message=None if record.message is None else MessageRef(*record.message),
    )


async def handovers_in(tables: Tables, challenge: int) -> list[Handover]:
    """Return who has gone on for whom in the games of a series, in order."""
    accepted = await tables.substitutions.accepted_in(challenge)
    return [Handover(one.game, one.leaver, one.substitute) for one in accepted if one.substitute is not None]


def header_of(record: MatchRecord) -> MatchHeader:
    """Return what stays the same of a match that was read to be changed."""
    return MatchHeader(
        id=record.id,
        challenge=record.challenge,
        channel=record.channel,
        players=players_of(record),
        preferences=tuple(settings_at(record, seat).preferences for seat in range(len(record.players))),
        has_overview=record.overviewed,
        server=None if record.private else record.server,
        key=record.key,
    )


def stored_outcome(outcome: Outcome) -> dict[str, object]:
    """Return an outcome as the store keeps it."""
    return {"winners": list(outcome.winners), "reason": outcome.reason}


def corrected_outcome(stored: Mapping[str, object], outcome: Outcome) -> dict[str, object]:
    """Return an outcome as the store keeps it in place of another one, which it keeps with it."""
    return {**stored_outcome(outcome), _FIRST: stored.get(_FIRST, stored)}


def read_outcome(stored: Mapping[str, Any]) -> Outcome:
    """Return an outcome that was stored."""
    return Outcome(tuple(stored["winners"]), stored["reason"])


def _first_outcome(stored: Mapping[str, Any]) -> Outcome | None:
    return read_outcome(stored[_FIRST]) if _FIRST in stored else None
