"""Records which delivered messages show a match's boards, and cleans up the messages they replace."""

from collections.abc import Callable, Sequence

from bot.kernel.outbox.message_routes import DeliveredNotice, OutgoingMessage
from bot.kernel.outbox.notices import Notice
from bot.model.event import DomainEvent, MatchEvent
from bot.model.events.events import (
    BoardEvent,
    DeadlineNear,
    MatchRestored,
    MatchStarted,
    PliesTakenBack,
)
from bot.model.events.instructions import DeleteMessage, EndDirectBoard, RemoveButtons
from bot.model.match.beacon import BeaconSource, Origin
from bot.model.match.match import Match
from bot.model.people.person import MessageRef
from bot.repositories.matches.matches import MatchRepository, ReplacedBoard
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.tables.outbox_tables import PUBLIC
from data.session import Session


async def store_opening(
    event: MatchStarted | MatchRestored, arrival: DeliveredNotice
) -> list[OutgoingMessage]:
    """Store a match's opening message, on which its dice depend."""
    match = arrival.notice.match
    if arrival.ref is not None and match is not None:
        await arrival.session.of(MatchRepository).set_beacon(
            match, BeaconSource.of(Origin.OPENING, arrival.ref)
        )
    return await _replace_board(arrival, stands=isinstance(event, MatchStarted))


async def replace_board(_: BoardEvent, arrival: DeliveredNotice) -> list[OutgoingMessage]:
    """Remove the buttons of the replaced board."""
    return await _replace_board(arrival)


async def take_back_delivered(event: PliesTakenBack, arrival: DeliveredNotice) -> list[OutgoingMessage]:
    """Remove the replaced board's buttons; if its ply was undone without consent, the board reports that."""
    return await _replace_board(arrival, undone_by=event.by if event.free else None)


async def close_direct_board(event: EndDirectBoard, arrival: DeliveredNotice) -> list[OutgoingMessage]:
    """Remove the buttons of a direct board whose turn is over."""
    follow_ups = await delete_time_messages(event, arrival)
    replaced = await _store_direct_board(arrival, stands=False)
    return [*follow_ups, *_without_buttons(arrival, replaced, event.undone_by)]


async def delete_time_messages(_: DomainEvent, arrival: DeliveredNotice) -> list[OutgoingMessage]:
    """Delete outdated messages about a turn's time."""
    return await _delete_passing(arrival, is_passing) if arrival.notice.routing.timed else []


async def replace_reminder(_: MatchEvent, arrival: DeliveredNotice) -> list[OutgoingMessage]:
    """Delete the previous reminder to the same people, and store this message for later deletion."""
    if arrival.ref is None or arrival.notice.match is None:
        return []
    follow_ups = await _delete_passing(arrival, _is_reminder)
    await _show(arrival, arrival.ref)
    return follow_ups


async def still_playing(_: MatchEvent, notice: Notice, session: Session) -> tuple[int, ...]:
    """Return the people who still play in a notice's match."""
    match = None if notice.match is None else await session.of(MatchRepository).get(notice.match)
    return () if match is None else _still_in(match)


def _still_in(match: Match) -> tuple[int, ...]:
    people = (match.person_at(seat) for seat in range(len(match.players)) if seat not in match.retired)
    return tuple(dict.fromkeys(person for person in people if person is not None))


async def reminded_person(event: DeadlineNear, _: Notice, __: Session) -> tuple[int, ...]:
    """Return the reminded person."""
    return (event.person,)


def shows_board(event_type: type[DomainEvent]) -> bool:
    """Return whether messages about events of a type are boards."""
    return issubclass(event_type, BoardEvent)


def is_passing(event_type: type[DomainEvent]) -> bool:
    """Return whether messages of events of a type become outdated when the match continues."""
    return issubclass(event_type, MatchEvent) and event_type.passing


def _is_reminder(event_type: type[DomainEvent]) -> bool:
    return event_type is DeadlineNear


async def _replace_board(
    arrival: DeliveredNotice, *, stands: bool = False, undone_by: int | None = None
) -> list[OutgoingMessage]:
    follow_ups = await _delete_passing(arrival, is_passing) if arrival.notice.routing.timed else []
    if arrival.notice.recipient is not None:
        stands = stands or arrival.notice.routing.calls is None
        replaced = None if arrival.ref is None else await _store_direct_board(arrival, stands=stands)
    else:
        replaced = await _show_board(arrival)
    return [*follow_ups, *_without_buttons(arrival, replaced, undone_by)]


def _without_buttons(
    arrival: DeliveredNotice, replaced: ReplacedBoard | None, undone_by: int | None
) -> Sequence[OutgoingMessage]:
    if replaced is None:
        return ()
    reader = None if undone_by is None else arrival.notice.recipient
    removal = RemoveButtons(
        replaced.ref,
        arrival.notice.match,
        undone_by=undone_by,
        reader=reader,
        few_pictures=replaced.few_pictures,
    )
    return (arrival.follow_up(removal, replaced.ref),)


async def _show_board(arrival: DeliveredNotice) -> ReplacedBoard | None:
    """Store a match's public board; return the previous one."""
    match = arrival.notice.match
    if arrival.ref is None or match is None:
        return None
    before = await arrival.session.of(MatchRepository).replace_board(match, arrival.ref)
    return None if before is None or before.ref == arrival.ref else before


async def _store_direct_board(arrival: DeliveredNotice, *, stands: bool) -> ReplacedBoard | None:
    """Forget a person's previous direct board and return it; store the new one if it `stands`."""
    boards = await _hide(arrival, shows_board)
    if arrival.ref is not None and stands:
        await _show(arrival, arrival.ref)
    return ReplacedBoard(boards[-1]) if boards and boards[-1] != arrival.ref else None


async def _delete_passing(
    arrival: DeliveredNotice, selects: Callable[[type[DomainEvent]], bool]
) -> list[OutgoingMessage]:
    """Delete earlier messages to the same people."""
    messages = await _hide(arrival, selects, before=arrival.notice.id)
    return [arrival.follow_up(DeleteMessage(ref), ref) for ref in messages if ref != arrival.ref]


async def _show(arrival: DeliveredNotice, ref: MessageRef) -> None:
    await arrival.session.of(NoticeRepository).show(arrival.notice.id, ref)


async def _hide(
    arrival: DeliveredNotice, selects: Callable[[type[DomainEvent]], bool], *, before: int | None = None
) -> list[MessageRef]:
    """Mark messages to the same people, optionally `before` a notice, as no longer shown; return them."""
    notices, notice = arrival.session.of(NoticeRepository), arrival.notice
    if notice.match is None:
        return []
    hidden = []
    for board in await notices.shown_messages(
        notice.match, PUBLIC if notice.recipient is None else notice.recipient
    ):
        if arrival.routes.holds(board.kind, selects) and (before is None or board.notice < before):
            await notices.show(board.notice, None)
            hidden.append(board.message)
    return hidden
