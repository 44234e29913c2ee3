"""The routes of matches: the recipients of their messages, and follow-up messages."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from bot.features.matches.service.notices.held_boards import (
    delay_boards,
    merge_into_end,
    merge_into_ply,
    merge_into_roll,
)
from bot.features.matches.service.notices.match_messages import (
    end_board_of,
    is_quiet,
    match_message,
    to_everyone,
    to_next,
)
from bot.features.matches.service.notices.shown_boards import (
    close_direct_board,
    delete_time_messages,
    reminded_person,
    replace_board,
    replace_reminder,
    still_playing,
    store_opening,
    take_back_delivered,
)
from bot.kernel.outbox.audience import also_to, pingable_people, public_and_direct, seat_preferences
from bot.kernel.outbox.message_routes import MessageRoute, OutgoingMessage, kinds_of
from bot.model.events.events import (
    DeadlineMoved,
    DeadlineNear,
    DeadlinePassed,
    DiceRolled,
    EndCause,
    MatchEnded,
    MatchRestored,
    MatchResumed,
    MatchStalled,
    MatchStarted,
    MoreTimeGiven,
    PliesTakenBack,
    PlyPlayed,
    ResultCorrected,
    SeriesEnded,
)
from bot.model.events.instructions import (
    DeleteMessage,
    EndDirectBoard,
    OpenThread,
    RemoveButtons,
)
from bot.model.match.match import Match
from bot.repositories.outbox.notices import NoticeRepository
from data.session import Session

_PLIES: Final = kinds_of(frozenset({PlyPlayed, DiceRolled}))


def _start_messages(event: MatchStarted, match: Match, now: datetime) -> Sequence[OutgoingMessage]:
    public, *direct = to_next(match_message(match, event, event.plies), match, event.turn, event.tell, now)
    if event.series is None or event.series.number == 1:
        # The first message in a thread mentions everyone once, which also adds them to the thread.
        everyone = tuple(pingable_people(seat_preferences(match, range(len(match.players))), now))
        public = replace(public, routing=replace(public.routing, calls=everyone))
    return [public, *direct]


def _roll_messages(event: DiceRolled, match: Match, now: datetime) -> Sequence[OutgoingMessage]:
    messages = to_next(match_message(match, event, event.plies), match, event.turn, event.tell, now)
    return delay_boards(event, match, messages, now)


def _route_ply(event: PlyPlayed, match: Match, now: datetime) -> Sequence[OutgoingMessage]:
    over = end_board_of(match, event.before, timed=event.timed) if event.pings else []
    if event.ends_match:
        return over
    messages = delay_boards(
        event, match, to_next(_ply(event, match), match, event.turn, event.tell, now), now
    )
    if event.left and event.by != event.seat and event.before is not None:
        # A player removed by the clock may not know it, and no later message pings them.
        public, *direct = public_and_direct(messages[0], seat_preferences(match, {event.before}), now)
        messages = [public, *messages[1:], *direct]
    return [*over, *messages]


def _ply(event: PlyPlayed, match: Match, *, timed: bool = False) -> OutgoingMessage:
    # A departure on another player's turn does not change the turn.
    timed = timed or (event.timed and (not event.left or event.turn != event.before))
    return match_message(match, event, event.plies, timed=timed)


def _take_back_messages(event: PliesTakenBack, match: Match, now: datetime) -> Sequence[OutgoingMessage]:
    undone_by = event.by if event.free else None
    changes_turn = event.turn != event.before
    over = end_board_of(match, event.before, timed=event.timed, undone_by=undone_by) if changes_turn else []
    message = match_message(match, event, event.plies, timed=event.timed)
    return [*over, *to_next(message, match, event.turn, event.tell, now)]


async def _drop_undone(event: PliesTakenBack, match: Match, session: Session) -> frozenset[int]:
    """Drop undelivered notices of undone plies; return the audiences that never saw one.

    A take-back that needed consent is posted for everybody.
    """
    unaware = await session.of(NoticeRepository).drop_plies(match.challenge, match.id, _PLIES, event.plies)
    return unaware if event.free else frozenset()


def _end_messages(event: MatchEnded, match: Match, now: datetime) -> Sequence[OutgoingMessage]:
    last = event.last
    if isinstance(last, EndCause):
        message = match_message(match, event, event.plies, timed=event.timed)
        over = end_board_of(match, event.turn, timed=event.timed)
    else:
        message, over = _ply(last, match, timed=event.timed), []
    stay = set(range(len(match.players))) - event.left - {event.by}
    players = {
        person: preferences
        for person, preferences in seat_preferences(match, sorted(stay)).items()
        if person != event.next_turn
    }
    return [*over, *public_and_direct(message, players, now)]


def _correction_messages(event: ResultCorrected, match: Match, now: datetime) -> Sequence[OutgoingMessage]:
    everyone = seat_preferences(match, range(len(match.players)))
    return public_and_direct(match_message(match, event, event.plies), everyone, now)


def _deadline_messages(event: DeadlineMoved, match: Match, _: datetime) -> Sequence[OutgoingMessage]:
    changed = match_message(match, event, event.plies, timed=event.timed and event.own)
    person = match.person_at(event.turn)
    if person is None or not match.settings_at(event.turn).preferences.tell.in_person:
        return [changed]
    return [changed, replace(changed, audience=person)]


def _near(event: DeadlineNear, match: Match, now: datetime) -> Sequence[OutgoingMessage]:
    tell = match.settings_at(match.turn).preferences.tell
    message = match_message(match, event, event.plies)
    message = replace(message, routing=replace(message.routing, silent=is_quiet(match, match.turn, now)))
    public, *direct = also_to(message, event.person, tell)
    return [public, *direct] if tell.in_public else direct


def _passing_messages(event: DeadlinePassed, match: Match, now: datetime) -> Sequence[OutgoingMessage]:
    other = seat_preferences(match, {1 - event.seat} if len(match.players) == 2 else ())
    return public_and_direct(match_message(match, event, event.plies), other, now)


def _restore_messages(event: MatchRestored, match: Match, now: datetime) -> Sequence[OutgoingMessage]:
    message = match_message(match, event, event.plies, timed=True)
    return to_next(message, match, event.turn, event.tell, now)


MATCH_ROUTES: Final[tuple[MessageRoute[Any], ...]] = (
    MessageRoute(MatchStarted, _start_messages, delivered=store_opening, concerned=still_playing),
    MessageRoute(
        PlyPlayed, _route_ply, absorbs=merge_into_ply, delivered=replace_board, concerned=still_playing
    ),
    MessageRoute(
        DiceRolled,
        _roll_messages,
        absorbs=merge_into_roll,
        delivered=replace_board,
        concerned=still_playing,
    ),
    MessageRoute(
        PliesTakenBack,
        _take_back_messages,
        retracts=_drop_undone,
        delivered=take_back_delivered,
        concerned=still_playing,
    ),
    MessageRoute(
        MatchEnded, _end_messages, absorbs=merge_into_end, delivered=replace_board, concerned=still_playing
    ),
    MessageRoute(ResultCorrected, _correction_messages, delivered=replace_board, concerned=still_playing),
    MessageRoute(SeriesEnded, to_everyone, concerned=still_playing),
    MessageRoute(DeadlineMoved, _deadline_messages, delivered=delete_time_messages),
    MessageRoute(DeadlineNear, _near, delivered=replace_reminder, concerned=reminded_person),
    MessageRoute(DeadlinePassed, _passing_messages, delivered=replace_reminder, concerned=still_playing),
    MessageRoute(MatchStalled, to_everyone, delivered=replace_reminder, concerned=still_playing),
    MessageRoute(MoreTimeGiven, to_everyone, concerned=still_playing),
    MessageRoute(MatchResumed),
    MessageRoute(MatchRestored, _restore_messages, delivered=store_opening, concerned=still_playing),
    MessageRoute(EndDirectBoard, delivered=close_direct_board),
    MessageRoute(RemoveButtons),
    MessageRoute(DeleteMessage),
    MessageRoute(OpenThread),
)
