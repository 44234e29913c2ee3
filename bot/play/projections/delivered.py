"""What follows from notices that were delivered: which messages they replace, and what these say by now."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from bot.play.domain.match.beacon import Origin, stored_beacon
from bot.play.domain.notices import BoardOver, Content, NoticeKind, OfferTold, OfMessage, SeatOffer, TakenBack
from bot.play.domain.people import MessageRef
from bot.play.domain.servers.welcomes import WelcomeStatus
from bot.play.projections.delivery_failures import settle_welcome
from bot.play.projections.messages import OutgoingMessage
from bot.play.projections.notice_codec import content_of, read_routing
from bot.play.repositories.store import Tables
from data.records import NewNotice, NoticeRecord
from data.schema import PUBLIC

BOARDS: Final = {
    NoticeKind.START,
    NoticeKind.PLY,
    NoticeKind.END,
    NoticeKind.TAKEN_BACK,
    NoticeKind.SEAT_CHANGED,
    NoticeKind.RESTORED,
}
"""Notices of which a board is left standing."""
OPENINGS: Final = frozenset({NoticeKind.START, NoticeKind.RESTORED})
"""Of which the first one that is posted opens a match."""
_PASSING: Final = {NoticeKind.REMINDER, NoticeKind.TIME_UP, NoticeKind.STALLED}
"""What is true only until the game goes on, or its time changes."""


@dataclass(frozen=True, slots=True)
class Delivered:
    """A notice that was delivered, as message `ref` if it became one."""

    notice: int
    ref: MessageRef | None


async def finish(tables: Tables, delivered: Sequence[Delivered], now: datetime) -> list[str]:
    """Write what was delivered, with what follows from it; return the kinds that were not known to be."""
    refs = {one.notice: one.ref for one in delivered}
    # Rising, as everywhere: who was taken for dead may say the same of the same notices.
    closed = list(filter(None, [await tables.notices.deliver(notice) for notice in sorted(refs)]))
    follows: list[NewNotice] = []
    for notice in sorted(closed, key=_rank):
        await _open(tables, notice, refs[notice.id])
        outlived = await _outlived(tables, notice, refs[notice.id])
        follows += [_about_message(NoticeKind.MESSAGE_OVER, notice, message) for message in outlived]
        told_before = await _closed_before(tables, notice, refs[notice.id])
        follows += [_buttons_off(notice, message) for message in told_before]
        await settle_welcome(tables, notice, WelcomeStatus.POSTED)
        replaced = await _replaced(tables, notice, refs[notice.id])
        if replaced is not None:
            follows.append(_about_message(NoticeKind.BUTTONS_OFF, notice, replaced))
        if notice.kind == NoticeKind.NAME_GONE:
            # It names somebody itself.
            await tables.notices.forget(notice.id)
            tables.erases = True
    await tables.notices.add(follows, now)
    return [notice.kind for notice in closed]


async def _open(tables: Tables, notice: NoticeRecord, ref: MessageRef | None) -> None:
    """Remember the first message that shows a match: its dice depend on that."""
    if ref is not None and notice.game is not None and notice.kind in OPENINGS:
        await tables.matches.set_beacon(notice.game, stored_beacon(Origin.OPENING, ref))


async def _keep_offer(tables: Tables, notice: NoticeRecord, ref: MessageRef) -> MessageRef | None:
    match = None if notice.game is None else await tables.matches.lock(notice.game)
    told = content_of(notice)
    if not isinstance(told, OfferTold):
        return ref
    what = told.what
    offer = None if match is None else next((one for one in match.offers if one.what is what), None)
    if match is None or offer is None or (offer.by, offer.ply) != (told.by, notice.ply):
        return ref
    await tables.matches.save(match, replace(match, standing=match.standing.told_in(what, ref)))
    return None


async def _keep_seat_offer(tables: Tables, notice: NoticeRecord, ref: MessageRef) -> MessageRef | None:
    told = content_of(notice)
    if not isinstance(told, SeatOffer):
        return None
    offer = await tables.substitutions.get(told.substitution)
    await tables.substitutions.set_message(told.substitution, ref)
    return None if offer is not None and offer.open else ref


def _about_message(kind: NoticeKind, notice: NoticeRecord, message: MessageRef) -> NewNotice:
    """Return the notice by which a message is changed that a delivered one has replaced."""
    undone_by = _undone_by(content_of(notice)) if kind is NoticeKind.BUTTONS_OFF else None
    reader = None if notice.audience == PUBLIC else notice.audience
    content = (
        OfMessage(message) if undone_by is None else OfMessage(message, undone_by=undone_by, reader=reader)
    )
    # A stream of its own: nothing waits for it, and it waits for nothing.
    written = OutgoingMessage(kind, message.message, notice.game, content=content).written()
    return replace(written, request=notice.request)


def _undone_by(content: Content) -> int | None:
    """Return the seat that has undone for itself the ply of the board that a notice replaces."""
    if isinstance(content, BoardOver):
        return content.undone_by
    return content.by if isinstance(content, TakenBack) and content.free else None


def _buttons_off(notice: NoticeRecord, message: MessageRef) -> NewNotice:
    """Return the notice by which a word to a challenger says what has become of their challenge."""
    content = OfMessage(message, notice.stream)
    written = OutgoingMessage(NoticeKind.BUTTONS_OFF, message.message, content=content).written()
    return replace(written, request=notice.request)


async def _closed_before(
    tables: Tables, notice: NoticeRecord, ref: MessageRef | None
) -> Sequence[MessageRef]:
    """Return the messages that offer to start a table which has closed; remember one while it has not."""
    if notice.kind == NoticeKind.LOBBY_READY and ref is not None:
        challenge = await tables.challenges.get(notice.stream)
        if challenge is None or not challenge.open:
            return [ref]
        await tables.notices.show(notice.id, (ref.channel, ref.message))
    if notice.kind != NoticeKind.CHALLENGE_CLOSED:
        return ()
    standing = await tables.notices.shown_of_challenge(notice.stream)
    for one in standing:
        await tables.notices.show(one.notice, None)
    return [MessageRef(*one.message) for one in standing]


async def _outlived(tables: Tables, notice: NoticeRecord, ref: MessageRef | None) -> list[MessageRef]:
    """Have what was said of a turn's time stand no more where it is outlived; return its messages."""
    passing = notice.kind in _PASSING
    if notice.game is None or not ((passing and ref) or read_routing(notice.data).timed):
        return []
    kinds = {NoticeKind.REMINDER} if passing else _PASSING
    gone = await _hidden(tables, notice.game, notice.audience, kinds, before=notice.id)
    if passing and ref is not None:
        await tables.notices.show(notice.id, (ref.channel, ref.message))
    return [one for one in gone if one != ref]


def _rank(notice: NoticeRecord) -> tuple[bool, int]:
    """Rank by what is locked: games before challenges, rising, as everywhere. So nobody waits crosswise."""
    return (True, notice.stream) if notice.game is None else (False, notice.game)


async def _replaced(tables: Tables, notice: NoticeRecord, ref: MessageRef | None) -> MessageRef | None:
    if notice.kind in _PASSING:
        return None
    if notice.audience != PUBLIC:
        return await _take_place(tables, notice, ref)
    if ref is None:
        return None
    if notice.kind == NoticeKind.OVERVIEW:
        await tables.servers.show_overview(ref.channel, ref.message)
        return None
    if notice.kind in {NoticeKind.OFFER, NoticeKind.SEAT_OFFERED}:
        keep = _keep_offer if notice.kind == NoticeKind.OFFER else _keep_seat_offer
        return await keep(tables, notice, ref)
    if notice.kind == NoticeKind.CHALLENGE:
        await tables.challenges.set_message(notice.stream, ref.message)
    return await _show_board(tables, notice, ref)


async def _show_board(tables: Tables, notice: NoticeRecord, ref: MessageRef) -> MessageRef | None:
    if notice.kind not in BOARDS or notice.game is None:
        return None
    before = await tables.matches.replace_board(notice.game, ref)
    return None if before == ref else before


async def _take_place(tables: Tables, notice: NoticeRecord, ref: MessageRef | None) -> MessageRef | None:
    """Remember someone's direct board; return the one whose place it takes.

    One loses its place, too, when the turn it told of is over. That of a match's end needs none.
    """
    over = notice.kind == NoticeKind.BOARD_OVER
    if notice.game is None or not (over or (ref and notice.kind in BOARDS)):
        return None
    boards = await _hidden(tables, notice.game, notice.audience, BOARDS)
    if ref is not None and (notice.kind == NoticeKind.START or read_routing(notice.data).calls is None):
        await tables.notices.show(notice.id, (ref.channel, ref.message))
    return boards[-1] if boards and boards[-1] != ref else None


async def _hidden(
    tables: Tables, game: int, audience: int, kinds: Collection[str], *, before: int | None = None
) -> list[MessageRef]:
    """Have messages of some kinds, of notices `before` one, stand for someone no more; return them."""
    hidden = []
    for shown in await tables.notices.shown(game, audience):
        if shown.kind in kinds and (before is None or shown.notice < before):
            await tables.notices.show(shown.notice, None)
            hidden.append(MessageRef(*shown.message))
    return hidden
