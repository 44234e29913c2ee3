"""What follows from notices that were delivered: which messages they replace, and what these say by now."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from bot.play.domain.match.beacon import Origin, stored_beacon
from bot.play.domain.outbox.events import (
    ChallengeClosed,
    ChallengeMade,
    DeadlineNear,
    DiceSealed,
    LobbyReady,
    MatchStarted,
    OfferAnswered,
    OfferMade,
    OfferOutcome,
    PliesTakenBack,
    SeatOfferClosed,
    SeatOffered,
    TournamentChanged,
)
from bot.play.domain.outbox.instructions import (
    DeleteMessage,
    EndDirectBoard,
    Instruction,
    RedrawOverview,
    RemoveButtons,
)
from bot.play.domain.outbox.notices import BOARDS, OPENINGS, PASSING, Notice
from bot.play.domain.people.person import MessageRef
from bot.play.domain.people.privacy import NameErasure
from bot.play.domain.servers.welcomes import WelcomeStatus
from bot.play.projections.delivery_failures import settle_welcome
from bot.play.projections.messages import OutgoingMessage
from bot.play.projections.stored_notices import kinds_of, read
from bot.play.repositories.challenges import ChallengeRepository
from bot.play.repositories.dice_trees import DiceTreeRepository
from bot.play.repositories.matches import MatchRepository, ReplacedBoard
from bot.play.repositories.servers.servers import ServerRepository
from bot.play.repositories.substitutions import SubstitutionRepository
from bot.play.repositories.tournaments import TournamentRepository
from data.records import NewNotice, ShownRecord
from data.schema import PUBLIC
from data.session import Session
from data.tables.notices import NoticeRepository

_BOARDS: Final = kinds_of(BOARDS)
_PASSING: Final = kinds_of(PASSING)
_REMINDERS: Final = kinds_of(frozenset({DeadlineNear}))
_OFFERS: Final = kinds_of(frozenset({OfferMade}))
_ANSWERS: Final = kinds_of(frozenset({OfferAnswered}))
_SEATS_CLOSED: Final = kinds_of(frozenset({SeatOfferClosed}))


@dataclass(frozen=True, slots=True)
class Delivered:
    """A notice that was delivered, as message `ref` if it became one."""

    notice: int
    ref: MessageRef | None


async def finish(session: Session, delivered: Sequence[Delivered], now: datetime) -> list[str]:
    """Write what was delivered, with what follows from it; return the kinds that were not known to be."""
    refs = {one.notice: one.ref for one in delivered}
    # Rising, as everywhere: who was taken for dead may say the same of the same notices.
    records = [await session.of(NoticeRepository).deliver(notice) for notice in sorted(refs)]
    closed = [read(record) for record in records if record is not None]
    follows: list[NewNotice] = []
    for notice in sorted(closed, key=_rank):
        ref = refs[notice.id]
        await _open(session, notice, ref)
        follows += [
            _instruction(DeleteMessage(message), notice, message)
            for message in await _outlived(session, notice, ref)
        ]
        follows += [
            _instruction(RemoveButtons(message, challenge=notice.stream), notice, message)
            for message in await _closed_before(session, notice, ref)
        ]
        await _settle_offer(session, notice)
        await settle_welcome(session, notice, WelcomeStatus.POSTED)
        replaced = await _replaced(session, notice, ref)
        if replaced is not None:
            follows.append(_instruction(_without_buttons(replaced, notice), notice, replaced.ref))
        if isinstance(notice.event, NameErasure):
            # It names somebody itself.
            await session.of(NoticeRepository).forget(notice.id)
            session.erases = True
    await session.of(NoticeRepository).add(follows, now)
    return [notice.kind.__name__ for notice in closed]


async def message_of(session: Session, answered: OfferAnswered) -> MessageRef | None:
    """Return the message of an offer that was answered before it was known which message told it."""
    told = await _told_by(session, answered)
    return None if told is None else MessageRef(*told.message)


async def _told_by(session: Session, answered: OfferAnswered) -> ShownRecord | None:
    for shown in reversed(await session.of(NoticeRepository).shown(answered.match, PUBLIC)):
        record = await session.of(NoticeRepository).get(shown.notice) if shown.kind in _OFFERS else None
        event = None if record is None else read(record).event
        if isinstance(event, OfferMade) and (event.what, event.by) == (answered.what, answered.by):
            return shown
    return None


async def _open(session: Session, notice: Notice, ref: MessageRef | None) -> None:
    """Remember the first message that shows a match: its dice depend on that."""
    if ref is not None and notice.match is not None and notice.kind in OPENINGS:
        await session.of(MatchRepository).set_beacon(notice.match, stored_beacon(Origin.OPENING, ref))


async def _keep_offer(
    session: Session, notice: Notice, told: OfferMade, ref: MessageRef
) -> MessageRef | None:
    match = await session.of(MatchRepository).lock(told.match)
    offer = None if match is None else next((one for one in match.offers if one.what is told.what), None)
    if match is None or offer is None or (offer.by, offer.ply) != (told.by, told.plies):
        if not await session.of(NoticeRepository).is_awaited(notice.stream, told.match, _ANSWERS):
            return ref
        # What became of it is told next, and takes the buttons off.
        await session.of(NoticeRepository).show(notice.id, (ref.channel, ref.message))
        return None
    await session.of(MatchRepository).save(
        match, replace(match, standing=match.standing.told_in(told.what, ref))
    )
    return None


async def _settle_offer(session: Session, notice: Notice) -> None:
    """Have the message of an offer stand no more where its answer had to look for it, and has found it."""
    answered = notice.event
    if (
        isinstance(answered, OfferAnswered)
        and answered.message is None
        and answered.outcome is not OfferOutcome.AGREED
    ):
        told = await _told_by(session, answered)
        if told is not None:
            await session.of(NoticeRepository).show(told.notice, None)


async def _keep_seat_offer(
    session: Session, notice: Notice, told: SeatOffered, ref: MessageRef
) -> MessageRef | None:
    offer = await session.of(SubstitutionRepository).get(told.substitution)
    await session.of(SubstitutionRepository).set_message(told.substitution, ref)
    if offer is not None and offer.open:
        return None
    closes = await session.of(NoticeRepository).is_awaited(notice.stream, told.match, _SEATS_CLOSED)
    return None if closes else ref


def _instruction(instruction: Instruction, notice: Notice, message: MessageRef) -> NewNotice:
    """Return the notice by which a message is changed that a delivered one has replaced."""
    # A stream of its own: nothing waits for it, and it waits for nothing.
    written = OutgoingMessage(instruction, message.message, notice.match).written()
    return replace(written, request=notice.request)


def _without_buttons(replaced: ReplacedBoard, notice: Notice) -> RemoveButtons:
    undone_by = _undone_by(notice)
    reader = None if undone_by is None else notice.recipient
    few = replaced.few_pictures
    return RemoveButtons(replaced.ref, notice.match, undone_by=undone_by, reader=reader, few_pictures=few)


def _undone_by(notice: Notice) -> int | None:
    """Return the seat that has undone for itself the ply of the board that a notice replaces."""
    match notice.event:
        case EndDirectBoard(undone_by=seat):
            return seat
        case PliesTakenBack(by=seat, free=True):
            return seat
        case _:
            return None


async def _closed_before(session: Session, notice: Notice, ref: MessageRef | None) -> Sequence[MessageRef]:
    """Return the messages that offer to start a table which has closed; remember one while it has not."""
    if isinstance(notice.event, LobbyReady) and ref is not None:
        challenge = await session.of(ChallengeRepository).get(notice.stream)
        if challenge is None or not challenge.open:
            return [ref]
        await session.of(NoticeRepository).show(notice.id, (ref.channel, ref.message))
    if not isinstance(notice.event, ChallengeClosed):
        return ()
    standing = await session.of(NoticeRepository).shown_of_challenge(notice.stream)
    for one in standing:
        await session.of(NoticeRepository).show(one.notice, None)
    return [MessageRef(*one.message) for one in standing]


async def _outlived(session: Session, notice: Notice, ref: MessageRef | None) -> list[MessageRef]:
    """Have what was said of a turn's time stand no more where it is outlived; return its messages."""
    passing = notice.kind in PASSING
    if notice.match is None or not ((passing and ref) or notice.routing.timed):
        return []
    kinds = _REMINDERS if passing else _PASSING
    gone = await _hidden(session, notice.match, notice.recipient, kinds, before=notice.id)
    if passing and ref is not None:
        await session.of(NoticeRepository).show(notice.id, (ref.channel, ref.message))
    return [one for one in gone if one != ref]


def _rank(notice: Notice) -> tuple[bool, int]:
    """Rank by what is locked: games before challenges, rising, as everywhere. So nobody waits crosswise."""
    return (True, notice.stream) if notice.match is None else (False, notice.match)


async def _replaced(session: Session, notice: Notice, ref: MessageRef | None) -> ReplacedBoard | None:
    if notice.kind in PASSING:
        return None
    replaced = None
    match notice.event:
        case _ if notice.recipient is not None:
            replaced = await _take_place(session, notice, ref)
        case _ if ref is None:
            pass
        case RedrawOverview():
            await session.of(ServerRepository).show_overview(ref.channel, ref.message)
        case TournamentChanged(tournament=tournament):
            await session.of(TournamentRepository).set_message(tournament, ref.message)
        case DiceSealed(tree=tree):
            await session.of(DiceTreeRepository).set_message(tree, ref.message)
        case ChallengeMade(challenge=challenge):
            await session.of(ChallengeRepository).set_message(challenge, ref.message)
        case OfferMade() as offered:
            replaced = await _keep_offer(session, notice, offered, ref)
        case SeatOffered() as offered:
            replaced = await _keep_seat_offer(session, notice, offered, ref)
        case _:
            return await _show_board(session, notice, ref)
    return None if replaced is None else ReplacedBoard(replaced)


async def _show_board(session: Session, notice: Notice, ref: MessageRef) -> ReplacedBoard | None:
    if notice.kind not in BOARDS or notice.match is None:
        return None
    before = await session.of(MatchRepository).replace_board(notice.match, ref)
    return None if before is None or before.ref == ref else before


async def _take_place(session: Session, notice: Notice, ref: MessageRef | None) -> MessageRef | None:
    """Remember someone's direct board; return the one whose place it takes.

    One loses its place, too, when the turn it told of is over. That of a match's end needs none.
    """
    over = isinstance(notice.event, EndDirectBoard)
    if notice.match is None or not (over or (ref and notice.kind in BOARDS)):
        return None
    boards = await _hidden(session, notice.match, notice.recipient, _BOARDS)
    if ref is not None and (isinstance(notice.event, MatchStarted) or notice.routing.calls is None):
        await session.of(NoticeRepository).show(notice.id, (ref.channel, ref.message))
    return boards[-1] if boards and boards[-1] != ref else None


async def _hidden(
    session: Session,
    match: int,
    reader: int | None,
    kinds: Collection[str],
    *,
    before: int | None = None,
) -> list[MessageRef]:
    """Have messages of some kinds, of notices `before` one, stand for someone no more; return them."""
    hidden = []
    for shown in await session.of(NoticeRepository).shown(match, PUBLIC if reader is None else reader):
        if shown.kind in kinds and (before is None or shown.notice < before):
            await session.of(NoticeRepository).show(shown.notice, None)
            hidden.append(MessageRef(*shown.message))
    return hidden
