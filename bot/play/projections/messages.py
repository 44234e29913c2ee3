"""Messages: the notices that follow from events, to everyone and to each person as they want to be told.

While someone wants quiet a public message does not call them, and a direct one waits for the end of their
quiet hours.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.play.domain.events import (
    ChallengeChanged,
    ChallengeClosed,
    ChallengeDeclined,
    ChallengeExpired,
    ChallengeMade,
    DeadlineMoved,
    DeadlineNear,
    DeadlinePassed,
    DiceRolled,
    EndCause,
    LimitationMet,
    LobbyReady,
    MatchEnded,
    MatchEvent,
    MatchRestored,
    MatchResumed,
    MatchStalled,
    MatchStarted,
    MoreTimeGiven,
    OfferAnswered,
    OfferMade,
    OtherEvent,
    OverviewWanted,
    PersonForgotten,
    PliesTakenBack,
    PlyPlayed,
    ResultCorrected,
    SeatChanged,
    SeatOfferClosed,
    SeatOffered,
    SeriesEnded,
    TermsChanged,
    WelcomeDue,
)
from bot.play.domain.matches import Match
from bot.play.domain.notices import (
    BACKGROUND,
    BoardOver,
    CardChanged,
    CardClosed,
    Content,
    Declined,
    End,
    MoreTime,
    Nothing,
    NoticeKind,
    OfferOver,
    OfferTold,
    Ply,
    ReminderOfTurn,
    SeatOffer,
    SeatTaken,
    SeriesEnd,
    Start,
    TakenBack,
    TimedSeat,
)
from bot.play.domain.preferences import Preferences, Tell
from bot.play.domain.privacy import NamePlace
from bot.play.domain.recorded import Recipient, Recorded, RecordedInMatch
from bot.play.projections.merged_plies import told_together
from bot.play.projections.notice_codec import Routing, write_notice
from bot.play.repositories.store import Tables
from data.records import NewNotice
from data.schema import PUBLIC

_Wishes = Mapping[int, Preferences]
_IN_FLIGHT: Final = timedelta(seconds=15)
"""How long a message may be on its way that still names somebody who was just forgotten."""


@dataclass(frozen=True, slots=True)
class OutgoingMessage:
    """A notice to be written: in public, or to one person where there is an `audience`."""

    kind: NoticeKind
    stream: int
    match: int | None = None
    ply: int | None = None
    content: Content = Nothing()  # noqa: RUF009  # an immutable value
    routing: Routing = Routing()  # noqa: RUF009  # an immutable value
    audience: int | None = None
    due: datetime | None = None

    def written(self) -> NewNotice:
        """Return it as the store takes it."""
        audience = PUBLIC if self.audience is None else self.audience
        data = write_notice(self.content, self.routing)
        return NewNotice(
            self.kind,
            self.stream,
            audience,
            self.match,
            self.ply,
            data,
            self.due,
            background=self.kind in BACKGROUND,
        )


async def project_messages(tables: Tables, events: Sequence[Recorded], now: datetime) -> None:
    """Write the notices of what has happened, in its order, within its transaction."""
    waiting: list[NewNotice] = []
    for one in told_together(events):
        untold = frozenset[int]()
        if isinstance(one, RecordedInMatch) and isinstance(one.event, PliesTakenBack):
            # What is outdated may be among what was just made.
            await tables.notices.add(waiting, now)
            waiting = []
            untold = await _drop(tables, one.event, one.match)
        told = (message.written() for message in messages_of(one, now))
        waiting += [notice for notice in told if not _is_needless(notice, untold)]
    await tables.notices.add(waiting, now)


def messages_of(recorded: Recorded, now: datetime) -> Sequence[OutgoingMessage]:
    """Return the messages by which an event is told."""
    if isinstance(recorded, RecordedInMatch):
        return _of_match(recorded.event, recorded.match, now)
    return _of_others(recorded.event, recorded.recipients, now)


def _of_match(event: MatchEvent, match: Match, now: datetime) -> Sequence[OutgoingMessage]:  # noqa: C901, PLR0911, PLR0912  # one case each
    match event:
        case MatchStarted():
            return _started(event, match, now)
        case PlyPlayed():
            return _played(event, match, now)
        case DiceRolled(_, since, plies, turn, tell, calls):
            ply = Ply(since, None, "", pings=calls)
            return _calling(_of(match, NoticeKind.PLY, plies, ply), match, turn, tell)
        case PliesTakenBack():
            return _taken_back(event, match)
        case MatchEnded():
            return _ended(event, match, now)
        case ResultCorrected(_, plies, cause):
            players = _wishes(match, range(len(match.players)))
            return said_to(_of(match, NoticeKind.END, plies, End(cause)), players, now)
        case SeriesEnded(_, plies, series):
            return [_of(match, NoticeKind.SERIES_END, plies, SeriesEnd(series))]
        case DeadlineMoved():
            return _moved(event, match)
        case DeadlineNear():
            return _near(event, match)
        case DeadlinePassed(_, plies, seat):
            other = _wishes(match, {1 - seat}) if len(match.players) == 2 else {}
            return said_to(_of(match, NoticeKind.TIME_UP, plies, TimedSeat(seat)), other, now)
        case MatchRestored(_, plies, turn, tell):
            told = _of(match, NoticeKind.RESTORED, plies, Nothing(), timed=True)
            return _calling(told, match, turn, tell)
        case MatchStalled(_, plies, seat):
            return [_of(match, NoticeKind.STALLED, plies, TimedSeat(seat))]
        case MoreTimeGiven(_, plies, seat, by, days):
            return [_of(match, NoticeKind.MORE_TIME, plies, MoreTime(seat, by, days))]
        case SeatOffered(_, plies, substitution, absent):
            return [
                _seat_offered(
                    _of(match, NoticeKind.SEAT_OFFERED, plies, SeatOffer(substitution)),
                    _wishes(match, () if absent is None else (absent,)),
                    now,
                )
            ]
        case SeatOfferClosed(_, plies, substitution):
            return [_of(match, NoticeKind.SEAT_CLOSED, plies, SeatOffer(substitution))]
        case SeatChanged():
            return _seat_changed(event, match, now)
        case OfferMade(_, plies, what, by, with_move):
            return [_of(match, NoticeKind.OFFER, plies, OfferTold(what, by, with_move))]
        case OfferAnswered(_, plies, what, by, fate, who, message):
            return [_of(match, NoticeKind.OFFER_ANSWERED, plies, OfferOver(what, by, fate, who, message))]
        case MatchResumed():
            return []


def _of_others(  # noqa: C901, PLR0911  # one case each
    event: OtherEvent, recipients: Sequence[Recipient], now: datetime
) -> Sequence[OutgoingMessage]:
    wishes = {one.person: one.preferences for one in recipients}
    match event:
        case ChallengeMade(challenge, role):
            return [OutgoingMessage(NoticeKind.CHALLENGE, challenge, routing=Routing(role=role))]
        case ChallengeChanged(challenge, declined, reason):
            changed = CardChanged(declined, reason)
            return [OutgoingMessage(NoticeKind.CHALLENGE_CHANGED, challenge, content=changed)]
        case TermsChanged(challenge):
            return word_to(OutgoingMessage(NoticeKind.TERMS_CHANGED, challenge), wishes, now)
        case ChallengeClosed(challenge, status):
            return [OutgoingMessage(NoticeKind.CHALLENGE_CLOSED, challenge, content=CardClosed(status))]
        case ChallengeDeclined(challenge, by, reason):
            refused = OutgoingMessage(NoticeKind.CHALLENGE_DECLINED, challenge, content=Declined(by, reason))
            return word_to(refused, wishes, now)
        case ChallengeExpired(challenge):
            return word_to(OutgoingMessage(NoticeKind.CHALLENGE_EXPIRED, challenge), wishes, now)
        case LobbyReady(challenge):
            return word_to(OutgoingMessage(NoticeKind.LOBBY_READY, challenge), wishes, now)
        case PersonForgotten(places):
            return [name_gone(place, now + _IN_FLIGHT) for place in places]
        case WelcomeDue(server):
            return [OutgoingMessage(NoticeKind.WELCOME, server, content=event)]
        case LimitationMet(limited):
            return [OutgoingMessage(NoticeKind.LIMITATION, limited.server, content=event)]
        case OverviewWanted():
            return []


def name_gone(place: NamePlace, due: datetime) -> OutgoingMessage:
    """Return the notice by which messages in a place name somebody no more; places wait for none other."""
    return OutgoingMessage(NoticeKind.NAME_GONE, place.channel or place.reader or 0, content=place, due=due)


def said_to(message: OutgoingMessage, people: _Wishes, now: datetime) -> list[OutgoingMessage]:
    """Return a public message that calls those of `people` who want that, and one to each who wants it so."""
    quiet = {person: _quiet_until(wishes, now) for person, wishes in people.items()}
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
        if wishes.tell.in_public and _quiet_until(wishes, now) is None
    ]


def word_to(message: OutgoingMessage, people: _Wishes, now: datetime) -> list[OutgoingMessage]:
    """Return a message that is for these alone: public, direct, both or not at all, as they want it."""
    public, *direct = said_to(message, people, now)
    return [public, *direct] if any(wishes.tell.in_public for wishes in people.values()) else direct


def _is_needless(notice: NewNotice, untold: frozenset[int]) -> bool:
    """Return whether a take-back is not worth telling, as those it is for never heard of what was undone."""
    return notice.kind == NoticeKind.TAKEN_BACK and notice.audience in untold


async def _drop(tables: Tables, event: PliesTakenBack, match: Match) -> frozenset[int]:
    """Leave untold what is undone; return who has heard of nothing of it, where nobody was asked."""
    untold = await tables.notices.drop_plies(match.challenge, match.id, NoticeKind.PLY, event.plies)
    return untold if event.free else frozenset()


def _started(event: MatchStarted, match: Match, now: datetime) -> list[OutgoingMessage]:
    start = _of(match, NoticeKind.START, event.plies, Start(event.series))
    public, *direct = _calling(start, match, event.turn, event.tell)
    if event.series is None or event.series.number == 1:
        # The first message in a thread calls everyone once, which also brings them into it.
        everyone = tuple(called_now(_wishes(match, range(len(match.players))), now))
        public = replace(public, routing=replace(public.routing, calls=everyone))
    return [public, *direct]


def _played(event: PlyPlayed, match: Match, now: datetime) -> list[OutgoingMessage]:
    over = [] if event.automatic is None and event.turn == event.before else _board_over(event, match)
    if event.ends_match:
        return over
    told = _calling(_ply(event, match), match, event.turn, event.tell)
    if event.left and event.by != event.seat and event.before is not None:
        # Who is put out by their clock does not know, and nothing will call them any more.
        public, *direct = said_to(told[0], _wishes(match, {event.before}), now)
        told = [public, *told[1:], *direct]
    return [*over, *told]


def _ply(event: PlyPlayed, match: Match) -> OutgoingMessage:
    ply = Ply(
        since=event.since,
        seat=event.seat,
        move=event.move,
        pings=event.automatic is not None or event.turn != event.before,
        automatic=event.automatic,
        timed_out=event.timed_out,
        claimed_by=event.claimed_by,
    )
    # One who leaves beside someone's turn changes nothing of it.
    timed = event.timed and (not event.left or event.turn != event.before)
    return _of(match, NoticeKind.PLY, event.plies, ply, timed=timed)


def _taken_back(event: PliesTakenBack, match: Match) -> list[OutgoingMessage]:
    content = TakenBack(event.since, event.by, event.undone, event.free)
    told = _of(match, NoticeKind.TAKEN_BACK, event.plies, content, timed=event.timed)
    over = _board_over(event, match) if event.turn != event.before else []
    if event.free:
        over = [replace(message, content=BoardOver(event.by)) for message in over]
    return [*over, *_calling(told, match, event.turn, event.tell)]


def _seat_offered(offered: OutgoingMessage, absent: _Wishes, now: datetime) -> OutgoingMessage:
    """Return a message that also calls whose seat it is, who can still move and keep it."""
    calls = tuple(called_now(absent, now))
    return replace(offered, routing=replace(offered.routing, calls=calls)) if calls else offered


def _seat_changed(event: SeatChanged, match: Match, now: datetime) -> list[OutgoingMessage]:
    plies = event.plies
    content = SeatTaken(event.seat, event.leaver, event.substitute)
    told = _of(match, NoticeKind.SEAT_CHANGED, plies, content, timed=event.timed)
    if event.turn != event.seat:
        return said_to(told, _wishes(match, {event.seat}), now)
    over = []
    if event.before.in_person:
        board_over = _of(match, NoticeKind.BOARD_OVER, None, Nothing(), timed=event.timed)
        over = [replace(board_over, audience=event.leaver)]
    return [*over, *_calling(told, match, event.turn, event.tell)]


def _ended(event: MatchEnded, match: Match, now: datetime) -> list[OutgoingMessage]:
    last = event.last
    if isinstance(last, EndCause):
        told = _of(match, NoticeKind.END, event.plies, End(last), timed=event.timed)
        over = _direct_board_over(match, event.turn, timed=event.timed)
    else:
        told, over = _ply(last, match), []
        if event.timed:
            told = replace(told, routing=replace(told.routing, timed=True))
    stay = set(range(len(match.players))) - event.left - {event.by}
    hearers = {
        person: wishes for person, wishes in _wishes(match, sorted(stay)).items() if person != event.next_turn
    }
    return [*over, *said_to(told, hearers, now)]


def _moved(event: DeadlineMoved, match: Match) -> list[OutgoingMessage]:
    changed = _of(match, NoticeKind.BOARD_CHANGED, event.plies, Nothing(), timed=event.timed and event.own)
    person = match.person_at(event.turn)
    if person is None or event.turn is None or not match.settings_at(event.turn).preferences.tell.in_person:
        return [changed]
    return [changed, replace(changed, audience=person)]


def _near(event: DeadlineNear, match: Match) -> list[OutgoingMessage]:
    tell = match.settings_at(match.turn).preferences.tell
    content = ReminderOfTurn(event.person, event.nth, event.hours_left)
    reminder = _of(match, NoticeKind.REMINDER, event.plies, content)
    public, *direct = _also_to(reminder, event.person, tell)
    return [public, *direct] if tell.in_public else direct


def _of(
    match: Match, kind: NoticeKind, plies: int | None, content: Content, *, timed: bool = False
) -> OutgoingMessage:
    return OutgoingMessage(kind, match.challenge, match.id, plies, content, Routing(timed=timed))


def _calling(message: OutgoingMessage, match: Match, turn: int | None, tell: Tell) -> list[OutgoingMessage]:
    """Return a public message that calls the one to act, and the one to themselves where they want that."""
    told = replace(message, routing=replace(message.routing, tell=tell))
    return _also_to(told, match.person_at(turn), tell)


def _also_to(message: OutgoingMessage, person: int | None, tell: Tell) -> list[OutgoingMessage]:
    if person is None or not tell.in_person:
        return [message]
    public = replace(message, routing=replace(message.routing, direct=(person,)))
    return [public, replace(message, audience=person)]


def _board_over(event: PlyPlayed | PliesTakenBack, match: Match) -> list[OutgoingMessage]:
    return _direct_board_over(match, event.before, timed=event.timed)


def _direct_board_over(match: Match, seat: int | None, *, timed: bool) -> list[OutgoingMessage]:
    """Return the message that the turn of a seat is over, where its player was told of it in person."""
    person = match.person_at(seat)
    if person is None or seat is None or not match.settings_at(seat).preferences.tell.in_person:
        return []
    return [replace(_of(match, NoticeKind.BOARD_OVER, None, Nothing(), timed=timed), audience=person)]


def _wishes(match: Match, seats: Iterable[int]) -> dict[int, Preferences]:
    people = ((match.person_at(seat), match.settings_at(seat).preferences) for seat in seats)
    return {person: wishes for person, wishes in people if person is not None}


def _quiet_until(preferences: Preferences, now: datetime) -> datetime | None:
    if preferences.tell is Tell.NONE:
        return None
    wishes = preferences.wishes
    around = None if wishes.quiet is None else wishes.quiet.around(now, wishes.zone)
    return None if around is None else around[1]
