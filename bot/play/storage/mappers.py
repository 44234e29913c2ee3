"""From what the store keeps to what the club speaks of."""

from collections.abc import Mapping
from typing import Any, Final

from bot.play.domain.challenges import Challenge, ChallengeStatus, Member, SeriesChoice
from bot.play.domain.matches import Match, MatchStatus
from bot.play.domain.notices import Notice, NoticeKind
from bot.play.domain.people import MessageRef, Place
from bot.play.domain.preferences import Tell
from bot.play.domain.time.clocks import read_clock
from bot.play.storage.match_times import time_left
from bot.play.storage.stored_offers import stored_offers_in
from data.records import ChallengeRecord, MatchRecord, NoticeRecord
from data.schema import PUBLIC
from rules.contract import Outcome
from rules.contract.series import TieBreak

TELL: Final = "tell"
"""Under what name the data of a stored notice says where to tell."""
CALLS: Final = "calls"
DIRECT: Final = "direct"
"""And under what names whom it calls where it tells of no turn, and who is told the same in person anyway."""
OUTLIVES: Final = "outlives"
"""And under what name that what was said of a turn's time before is true no more."""
REROUTED: Final = "rerouted"
"""And under what name that it could not be told where it belongs."""
_APART: Final = {TELL, CALLS, DIRECT, OUTLIVES, REROUTED}
_ABOUT_CHALLENGES: Final = {
    NoticeKind.CHALLENGE,
    NoticeKind.CHALLENGE_CHANGED,
    NoticeKind.CHALLENGE_CLOSED,
    NoticeKind.CHALLENGE_DECLINED,
    NoticeKind.CHALLENGE_EXPIRED,
    NoticeKind.LOBBY_READY,
}


def place_of(record: ChallengeRecord | MatchRecord) -> Place:
    """Return where a challenge or a game stands."""
    return Place(record.server, record.channel, record.locale, record.parent, record.private)


def challenge_from(record: ChallengeRecord) -> Challenge:
    """Return a challenge; one with members, of whom the challenger is the first, is a lobby."""
    members = tuple(Member(guest.player, guest.party) for guest in record.guests if guest.joined is not None)
    return Challenge(
        id=record.id,
        key=record.key,
        options=record.options,
        challenger=record.challenger,
        opponent=record.opponent,
        role=record.role,
        place=place_of(record),
        status=ChallengeStatus(record.status),
        reason=record.reason,
        accepted_by=record.accepted_by,
        game=record.game,
        message=record.message,
        created=record.created,
        players=record.players,
        invited=tuple(sorted(guest.player for guest in record.guests if guest.invited)),
        members=members,
        closed=record.closed,
        lobby=bool(members),
        series=None if record.tie_break is None else SeriesChoice(TieBreak(record.tie_break)),
        clock=read_clock(record.clock),
        rematch_of=record.rematch_of,
        counter_to=record.counter_to,
        expires=record.expires,
    )


def match_from(record: MatchRecord) -> Match:
    """Return a match."""
    return Match(
        id=record.id,
        key=record.key,
        options=record.options,
        players=record.players,
        place=place_of(record),
        thread=record.thread,
        status=MatchStatus(record.status),
        plies=record.plies,
        turn=record.turn,
        outcome=None if record.outcome is None else _read_outcome(record.outcome),
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
    )


def notice_from(record: NoticeRecord) -> Notice:
    """Return a notice."""
    kind = NoticeKind(record.kind)
    # Where to tell whom is the notice's own, not a part of what it tells.
    data = {name: value for name, value in record.data.items() if name not in _APART}
    return Notice(
        id=record.id,
        kind=kind,
        challenge=record.stream if kind in _ABOUT_CHALLENGES else None,
        game=record.game,
        ply=record.ply,
        recipient=None if record.audience == PUBLIC else record.audience,
        attempts=record.attempts,
        uncertain=record.uncertain,
        data=data,
        tell=Tell(str(record.data.get(TELL, Tell.THREAD))),
        calls=people_in(record.data, CALLS),
        rerouted=record.data.get(REROUTED) is True,
    )


def people_in(data: Mapping[str, object], name: str) -> tuple[int, ...]:
    """Return the people that the data of a stored notice has under a name."""
    people = data.get(name, ())
    return tuple(people) if isinstance(people, list | tuple) else ()


def store_outcome(outcome: Outcome) -> dict[str, object]:
    """Return an outcome as the store keeps it."""
    return {"winners": list(outcome.winners), "reason": outcome.reason}


def _read_outcome(stored: Mapping[str, Any]) -> Outcome:
    return Outcome(tuple(stored["winners"]), stored["reason"])
