"""Messages: the notices that follow from events, to everyone and to each person as they want to be told.

While someone wants quiet a public message does not call them, and a direct one waits for the end of their
quiet hours.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import singledispatch
from typing import Final

from bot.play.domain.matches import Match
from bot.play.domain.outbox.events import (
    ChallengeChanged,
    ChallengeClosed,
    ChallengeEvent,
    ChallengeMade,
    DeadlineMoved,
    DeadlineNear,
    DeadlinePassed,
    DiceRolled,
    DiceSealed,
    EndCause,
    LimitationMet,
    MatchEnded,
    MatchEvent,
    MatchRestored,
    MatchResumed,
    MatchStarted,
    OtherEvent,
    OverviewWanted,
    PersonForgotten,
    PliesTakenBack,
    PlyPlayed,
    ResultCorrected,
    SeatChanged,
    SeatOffered,
    TournamentChanged,
    TournamentEnded,
    WelcomeDue,
)
from bot.play.domain.outbox.instructions import EndDirectBoard
from bot.play.domain.outbox.notices import BACKGROUND, Routing, Told
from bot.play.domain.outbox.recorded import Recipient, Recorded, RecordedInMatch
from bot.play.domain.outbox.server_events import LetterDue, PuzzleOfDay
from bot.play.domain.people.preferences import Preferences, Tell
from bot.play.domain.people.privacy import NameErasure
from bot.play.projections.merged_plies import merged_plies
from bot.play.projections.stored_notices import kind_of, kinds_of, write
from data.records import NewNotice
from data.schema import PUBLIC
from data.session import Session
from data.tables.notices import NoticeRepository

_Wishes = Mapping[int, Preferences]
_IN_FLIGHT: Final = timedelta(seconds=15)
"""How long a message may be on its way that still names somebody who was just forgotten."""
_ON_THE_CARD: Final = (ChallengeMade, ChallengeChanged, ChallengeClosed)
"""What everybody sees by the card of a challenge; the rest is for those to whom it is said."""
_PLIES: Final = kinds_of(frozenset({PlyPlayed, DiceRolled}))


@dataclass(frozen=True, slots=True)
class OutgoingMessage:
    """A notice to be written: in public, or to one person where there is an `audience`."""

    event: Told
    stream: int
    match: int | None = None
    ply: int | None = None
    routing: Routing = Routing()  # noqa: RUF009  # an immutable value
    audience: int | None = None
    due: datetime | None = None

    def written(self) -> NewNotice:
        """Return it as the store takes it."""
        return NewNotice(
            kind_of(self.event),
            self.stream,
            PUBLIC if self.audience is None else self.audience,
            self.match,
            self.ply,
            write(self.event, self.routing),
            self.due,
            background=type(self.event) in BACKGROUND,
        )


async def project_messages(session: Session, events: Sequence[Recorded], now: datetime) -> None:
    """Write the notices of what has happened, in its order, within its transaction."""
    waiting: list[NewNotice] = []
    for one in merged_plies([one for one in events if not _is_private(one)]):
        told = messages_of(one, now)
        if isinstance(one, RecordedInMatch) and isinstance(one.event, PliesTakenBack):
            # What is outdated may be among what was just made.
            await session.of(NoticeRepository).add(waiting, now)
            waiting = []
            untold = await _drop(session, one.event, one.match)
            told = [message for message in told if not _is_needless(message, untold)]
        waiting += [message.written() for message in told]
    await session.of(NoticeRepository).add(waiting, now)


def _is_private(one: Recorded) -> bool:
    """Return whether nobody is to hear of something, as it is shown to who does it."""
    return isinstance(one, RecordedInMatch) and one.match.is_practice


def messages_of(recorded: Recorded, now: datetime) -> Sequence[OutgoingMessage]:
    """Return the messages by which an event is told."""
    if isinstance(recorded, RecordedInMatch):
        return _in_match(recorded.event, recorded.match, now)
    return _elsewhere(recorded.event, recorded.recipients, now)


def name_erasure(erasure: NameErasure, due: datetime) -> OutgoingMessage:
    """Return the notice by which messages in a place name somebody no more; places wait for none other."""
    return OutgoingMessage(erasure, erasure.channel or erasure.reader or 0, due=due)


def said_to(message: OutgoingMessage, people: _Wishes, now: datetime) -> list[OutgoingMessage]:
    """Return a public message that calls those of `people` who want that, and one to each who wants it so."""
    quiet = {person: quiet_until(wishes, now) for person, wishes in people.items()}
    direct = tuple(person for person, wishes in people.items() if wishes.tell.in_person)
    calls = tuple(called_now(people, now))
    routing = replace(message.routing, calls=calls, direct=(*message.routing.direct, *direct))
    public = replace(message, routing=routing)
    return [public, *(replace(public, audience=person, due=quiet[person]) for person in direct)]


def called_now(people: _Wishes, now: datetime) -> list[int]:
    """Return which people a public message may call now."""
    return [
        person
        for person, wishes in people.items()
        if wishes.tell.in_public and quiet_until(wishes, now) is None
    ]


def word_to(message: OutgoingMessage, people: _Wishes, now: datetime) -> list[OutgoingMessage]:
    """Return a message that is for these alone: public, direct, both or not at all, as they want it."""
    public, *direct = said_to(message, people, now)
    return [public, *direct] if any(wishes.tell.in_public for wishes in people.values()) else direct


async def _drop(session: Session, event: PliesTakenBack, match: Match) -> frozenset[int]:
    """Leave untold what is undone; return who has heard of nothing of it, where nobody was asked."""
    untold = await session.of(NoticeRepository).drop_plies(match.challenge, match.id, _PLIES, event.plies)
    return untold if event.free else frozenset()


def _is_needless(message: OutgoingMessage, untold: frozenset[int]) -> bool:
    """Return whether a take-back is not worth telling, as those it is for never heard of what was undone."""
    audience = PUBLIC if message.audience is None else message.audience
    return isinstance(message.event, PliesTakenBack) and audience in untold


def _elsewhere(
    event: OtherEvent, recipients: Sequence[Recipient], now: datetime
) -> Sequence[OutgoingMessage]:
    wishes = {one.person: one.preferences for one in recipients}
    if isinstance(event, ChallengeEvent):
        told = OutgoingMessage(event, event.challenge)
        return [told] if isinstance(event, _ON_THE_CARD) else word_to(told, wishes, now)
    match event:
        case PersonForgotten(places):
            return [name_erasure(place, now + _IN_FLIGHT) for place in places]
        case WelcomeDue(server) | PuzzleOfDay(server) | LetterDue(server):
            return [OutgoingMessage(event, server)]
        case LimitationMet(limited):
            return [OutgoingMessage(event, limited.server)]
        case (
            TournamentChanged(channel=channel)
            | TournamentEnded(channel=channel)
            | DiceSealed(channel=channel)
        ):
            return [OutgoingMessage(event, channel)]
        case OverviewWanted():
            return []


@singledispatch
def _in_match(event: MatchEvent, match: Match, _: datetime) -> Sequence[OutgoingMessage]:
    """Return the messages by which an event of a match is told: one to everyone, if nothing else is said."""
    return [] if isinstance(event, MatchResumed) else [_of(match, event)]


@_in_match.register
def _started(event: MatchStarted, match: Match, now: datetime) -> Sequence[OutgoingMessage]:
    public, *direct = _calling(_of(match, event), match, event.turn, event.tell)
    if event.series is None or event.series.number == 1:
        # The first message in a thread calls everyone once, which also brings them into it.
        everyone = tuple(called_now(_wishes(match, range(len(match.players))), now))
        public = replace(public, routing=replace(public.routing, calls=everyone))
    return [public, *direct]


@_in_match.register
def _rolled(event: DiceRolled, match: Match, _: datetime) -> Sequence[OutgoingMessage]:
    return _calling(_of(match, event), match, event.turn, event.tell)


@_in_match.register
def _played(event: PlyPlayed, match: Match, now: datetime) -> Sequence[OutgoingMessage]:
    over = _board_over(event, match) if event.pings else []
    if event.ends_match:
        return over
    told = _calling(_ply(event, match), match, event.turn, event.tell)
    if event.left and event.by != event.seat and event.before is not None:
        # Who is put out by their clock does not know, and nothing will call them any more.
        public, *direct = said_to(told[0], _wishes(match, {event.before}), now)
        told = [public, *told[1:], *direct]
    return [*over, *told]


def _ply(event: PlyPlayed, match: Match, *, timed: bool = False) -> OutgoingMessage:
    # One who leaves beside someone's turn changes nothing of it.
    timed = timed or (event.timed and (not event.left or event.turn != event.before))
    return _of(match, event, timed=timed)


@_in_match.register
def _taken_back(event: PliesTakenBack, match: Match, _: datetime) -> Sequence[OutgoingMessage]:
    over = _board_over(event, match, event.by if event.free else None) if event.turn != event.before else []
    return [*over, *_calling(_of(match, event, timed=event.timed), match, event.turn, event.tell)]


@_in_match.register
def _seat_offered(event: SeatOffered, match: Match, now: datetime) -> Sequence[OutgoingMessage]:
    """Return a message that also calls whose seat it is, who can still move and keep it."""
    absent = _wishes(match, () if event.absent is None else (event.absent,))
    calls = tuple(called_now(absent, now))
    offered = _of(match, event)
    return [replace(offered, routing=replace(offered.routing, calls=calls)) if calls else offered]


@_in_match.register
def _seat_changed(event: SeatChanged, match: Match, now: datetime) -> Sequence[OutgoingMessage]:
    told = _of(match, event, timed=event.timed)
    if event.turn != event.seat:
        return said_to(told, _wishes(match, {event.seat}), now)
    over = [_end_board(match, event.leaver, timed=event.timed)] if event.before.in_person else []
    return [*over, *_calling(told, match, event.turn, event.tell)]


@_in_match.register
def _ended(event: MatchEnded, match: Match, now: datetime) -> Sequence[OutgoingMessage]:
    last = event.last
    if isinstance(last, EndCause):
        told = _of(match, event, timed=event.timed)
        over = _direct_board_over(match, event.turn, timed=event.timed)
    else:
        told, over = _ply(last, match, timed=event.timed), []
    stay = set(range(len(match.players))) - event.left - {event.by}
    hearers = {
        person: wishes for person, wishes in _wishes(match, sorted(stay)).items() if person != event.next_turn
    }
    return [*over, *said_to(told, hearers, now)]


@_in_match.register
def _corrected(event: ResultCorrected, match: Match, now: datetime) -> Sequence[OutgoingMessage]:
    return said_to(_of(match, event), _wishes(match, range(len(match.players))), now)


@_in_match.register
def _moved(event: DeadlineMoved, match: Match, _: datetime) -> Sequence[OutgoingMessage]:
    changed = _of(match, event, timed=event.timed and event.own)
    person = match.person_at(event.turn)
    if person is None or not match.settings_at(event.turn).preferences.tell.in_person:
        return [changed]
    return [changed, replace(changed, audience=person)]


@_in_match.register
def _near(event: DeadlineNear, match: Match, _: datetime) -> Sequence[OutgoingMessage]:
    tell = match.settings_at(match.turn).preferences.tell
    public, *direct = _also_to(_of(match, event), event.person, tell)
    return [public, *direct] if tell.in_public else direct


@_in_match.register
def _passed(event: DeadlinePassed, match: Match, now: datetime) -> Sequence[OutgoingMessage]:
    other = _wishes(match, {1 - event.seat}) if len(match.players) == 2 else {}
    return said_to(_of(match, event), other, now)


@_in_match.register
def _restored(event: MatchRestored, match: Match, _: datetime) -> Sequence[OutgoingMessage]:
    return _calling(_of(match, event, timed=True), match, event.turn, event.tell)


def _of(match: Match, event: MatchEvent, *, timed: bool = False) -> OutgoingMessage:
    plies = None if isinstance(event, MatchResumed) else event.plies
    return OutgoingMessage(event, match.challenge, match.id, plies, Routing(timed=timed))


def _end_board(match: Match, person: int, *, timed: bool, undone_by: int | None = None) -> OutgoingMessage:
    over = EndDirectBoard(match.id, undone_by)
    return OutgoingMessage(over, match.challenge, match.id, routing=Routing(timed=timed), audience=person)


def _calling(message: OutgoingMessage, match: Match, turn: int | None, tell: Tell) -> list[OutgoingMessage]:
    """Return a public message that calls the one to act, and the one to themselves where they want that."""
    told = replace(message, routing=replace(message.routing, tell=tell))
    return _also_to(told, match.person_at(turn), tell)


def _also_to(message: OutgoingMessage, person: int | None, tell: Tell) -> list[OutgoingMessage]:
    if person is None or not tell.in_person:
        return [message]
    public = replace(message, routing=replace(message.routing, direct=(person,)))
    return [public, replace(message, audience=person)]


def _board_over(
    event: PlyPlayed | PliesTakenBack, match: Match, undone_by: int | None = None
) -> list[OutgoingMessage]:
    return _direct_board_over(match, event.before, timed=event.timed, undone_by=undone_by)


def _direct_board_over(
    match: Match, seat: int | None, *, timed: bool, undone_by: int | None = None
) -> list[OutgoingMessage]:
    """Return the message that the turn of a seat is over, where its player was told of it in person."""
    person = match.person_at(seat)
    if person is None or not match.settings_at(seat).preferences.tell.in_person:
        return []
    return [_end_board(match, person, timed=timed, undone_by=undone_by)]


def _wishes(match: Match, seats: Iterable[int]) -> dict[int, Preferences]:
    people = ((match.person_at(seat), match.settings_at(seat).preferences) for seat in seats)
    return {person: wishes for person, wishes in people if person is not None}


def quiet_until(preferences: Preferences, now: datetime) -> datetime | None:
    """Return until when somebody wants quiet, None where they do not now."""
    if preferences.tell is Tell.NONE:
        return None
    wishes = preferences.wishes
    around = None if wishes.quiet is None else wishes.quiet.around(now, wishes.zone)
    return None if around is None else around[1]
