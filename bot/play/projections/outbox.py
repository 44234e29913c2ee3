"""The outbox: notices handed to whoever delivers them, in order, and what became of them."""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.play.domain.challenges import ChallengeStatus
from bot.play.domain.events import OfferFate
from bot.play.domain.notices import (
    BoardOver,
    Content,
    Notice,
    NoticeKind,
    OfferOver,
    OfferTold,
    OfMessage,
    ReminderOfTurn,
    SeatOffer,
    TakenBack,
    Welcome,
)
from bot.play.domain.people import MessageRef
from bot.play.domain.servers.welcomes import WelcomeStatus
from bot.play.domain.substitutions import SubstitutionStatus
from bot.play.domain.texts import storable
from bot.play.ports import Clock
from bot.play.projections.hand_over import HandOver
from bot.play.projections.messages import Message
from bot.play.projections.notice_codec import read_content, read_notice, read_routing, write_notice
from bot.play.projections.retry_policy import is_hopeless, pause
from bot.play.storage.stored_offers import stored_offers_in
from bot.play.storage.unit_of_work import is_id
from data.records import MatchRecord, NewNotice, NoticeRecord
from data.schema import PUBLIC
from data.store import Store, Tables

_BOARDS: Final = {
    NoticeKind.START,
    NoticeKind.PLY,
    NoticeKind.END,
    NoticeKind.TAKEN_BACK,
    NoticeKind.SEAT_CHANGED,
}
_FOR_CHALLENGERS: Final = {
    NoticeKind.CHALLENGE_DECLINED,
    NoticeKind.CHALLENGE_EXPIRED,
    NoticeKind.LOBBY_READY,
}
_WORTH_REPEATING: Final = {OfferFate.DECLINED, OfferFate.AGREED}
"""Answers to offers that nothing else tells of."""
_PASSING: Final = {NoticeKind.REMINDER, NoticeKind.TIME_UP, NoticeKind.STALLED}
"""What is true only until the game goes on, or its time changes."""
_IN_LINE: Final = {NoticeKind.BOARD_OVER, NoticeKind.BOARD_CHANGED}
"""What changes a standing message, in its turn among the notices of a match."""
_CORRECTIONS: Final = _IN_LINE | {NoticeKind.CHALLENGE_CHANGED, NoticeKind.SEAT_CLOSED}
_TELLS_NOBODY: Final = _IN_LINE | {
    NoticeKind.BUTTONS_OFF,
    NoticeKind.MESSAGE_OVER,
    NoticeKind.OVERVIEW,
    NoticeKind.RESULT,
    NoticeKind.THREAD_OVER,
}
"""What is of no use to anybody once it cannot be delivered."""
_OPEN: Final = {"waiting", "claimed"}
_MOST_CORRECTIONS: Final = 6
"""How often a change of a standing message is tried: for a minute, as it holds up what comes after it."""
_LONGEST_ERROR: Final = 500


@dataclass(frozen=True, slots=True)
class Delivered:
    """A notice that was delivered, as message `ref` if it became one."""

    notice: int
    ref: MessageRef | None


@dataclass(frozen=True, slots=True)
class Exchange:
    """What an exchange came to: the notices that are claimed.

    `next_due` is when there will next be something to claim that no claimed notice stands before; None when
    there is nothing, when nothing was to be claimed, or when something is claimed: then ask again soon.
    """

    claimed: tuple[Notice, ...] = ()
    next_due: datetime | None = None


class Outbox:
    """Notices on their way. `claimant` tells this process's claims from those of a dead one.

    Of one challenge and its match, in public or to one person, a later notice is never handed out while an
    earlier one is undelivered. Saying twice what became of a notice changes nothing. `hand_over` claims in
    the transactions that write notices.
    """

    def __init__(self, store: Store, clock: Clock, claimant: str | None = None) -> None:
        self._store = store
        self._clock = clock
        self._claimant = claimant or secrets.token_hex(8)
        self.hand_over: Final = HandOver(self._claimant)

    async def exchange(self, delivered: Sequence[Delivered], limit: int) -> Exchange:
        """Write what was delivered and claim what is due now, both at once.

        Deliver what is claimed, say what became of it, and ask again. What a delivered notice replaces is
        written down as a notice of its own in the same transaction, so that no crash leaves it standing. Of a
        public board that is the one before, whose buttons must go. So with someone's direct boards; when the
        turn such a one told of is over, that one, too. An offer that is no longer open replaces its own
        message. Of reminders the one before to the same people must go itself, and all that was said of a
        turn's time when the turn is over or its time another.
        """
        async with self._store.write() as tables:
            now = self._clock()
            await self.hand_over.give_back(tables)
            await _finish(tables, delivered, now)
            if not limit:
                return Exchange()
            claimed = await tables.notices.claim(self._claimant, now, limit)
            if claimed:
                return Exchange(tuple(map(read_notice, claimed)))
            return Exchange(next_due=await tables.notices.next_due())

    async def notice(self, notice_id: int) -> Notice | None:
        """Return a notice, whatever has become of it; None where there is none."""
        async with self._store.read() as tables:
            record = await tables.notices.get(notice_id) if is_id(notice_id) else None
            return None if record is None else read_notice(record)

    async def direct_board(self, match_id: int, person: int) -> MessageRef | None:
        """Return the message of someone's direct board in a running match, if one stands."""
        async with self._store.read() as tables:
            shown = await tables.notices.shown(match_id, person)
        boards = [MessageRef(*one.message) for one in shown if one.kind in _BOARDS]
        return boards[-1] if boards else None

    async def moved_home(self, match_id: int, thread: int | None) -> None:
        """Remember a match's own thread, or that it has none any more and lives in its channel.

        An overview links to where the match lives, so it is drawn again.
        """
        async with self._store.write() as tables:
            await tables.matches.move_home(match_id, thread)
            match = await tables.matches.get(match_id)
            if match is not None:
                await tables.servers.touch_overview(match.channel, NoticeKind.OVERVIEW, self._clock())

    async def postpone(
        self, notice_id: int, error: str, *, uncertain: bool = True, wait: timedelta | None = None
    ) -> None:
        """Write that a delivery failed: it is due again later, or missed when it failed for days.

        `uncertain` says that the message may have arrived all the same. `wait` is how long Discord has asked
        to be left alone. What only corrects a standing message is given up after a minute.
        """
        now = self._clock()
        async with self._store.write() as tables:
            notice = await _open(tables, notice_id)
            if notice is None:
                return
            attempts = notice.attempts + 1
            if _corrects_in_line(notice) and attempts >= _MOST_CORRECTIONS:
                await tables.notices.close(notice_id, "dropped", _short(error))
                return
            if is_hopeless(notice.created, now):
                await _miss(tables, notice, error, now)
                return
            await tables.notices.postpone(
                notice_id,
                now + max(pause(attempts), wait or timedelta()),
                attempts,
                _short(error),
                uncertain=uncertain or notice.uncertain,
            )

    async def reroute(self, notice_id: int, error: str) -> None:
        """Write that a public place is gone: everyone concerned is told in person instead.

        A notice that was for one person already counts as missed.
        """
        now = self._clock()
        async with self._store.write() as tables:
            notice = await _open(tables, notice_id)
            if notice is None:
                return
            if notice.audience != PUBLIC or notice.kind == NoticeKind.NAME_GONE:
                await _miss(tables, notice, error, now)
                return
            await tables.notices.close(notice_id, "rerouted", _short(error))
            await tables.notices.add(await _in_person(tables, notice), now)

    async def drop(self, notice_id: int, error: str) -> None:
        """Write that a notice will not be delivered and that nobody misses it."""
        async with self._store.write() as tables:
            notice = await _open(tables, notice_id)
            if notice is not None:
                await tables.notices.close(notice_id, "dropped", _short(error))

    async def miss(self, notice_id: int, error: str) -> None:
        """Write that a notice cannot be delivered: it is shown at the next command of those concerned."""
        async with self._store.write() as tables:
            notice = await _open(tables, notice_id)
            if notice is not None:
                await _miss(tables, notice, error, self._clock())

    async def missed(self, person: int) -> tuple[Notice, ...]:
        """Return what could be told to someone nowhere, oldest first; each is handed out once."""
        async with self._store.write() as tables:
            return tuple(map(read_notice, await tables.notices.hand_out(person)))

    async def recover(self) -> int:
        """Make due again, as uncertain, what another process claimed and never finished; return how many.

        To be called once, when this process starts and no other delivers any more.
        """
        async with self._store.write() as tables:
            return await tables.notices.release(self._claimant, self._clock())


def _short(error: str) -> str:
    return storable(error, _LONGEST_ERROR)


def _corrects_in_line(notice: NoticeRecord) -> bool:
    """Return whether a notice only corrects a standing message while others wait behind it.

    What it would say is said by what comes next, or by the message itself.
    """
    content = _content(notice)
    if isinstance(content, OfferOver):
        return content.fate not in _WORTH_REPEATING
    return notice.kind in _CORRECTIONS


async def _keep_offer(tables: Tables, notice: NoticeRecord, ref: MessageRef) -> MessageRef | None:
    game = None if notice.game is None else await tables.matches.lock(notice.game)
    stored_offers = stored_offers_in(None if game is None else game.offers)
    told = _content(notice)
    if not isinstance(told, OfferTold):
        return ref
    what = told.what
    offer = next((one for one in stored_offers.waiting() if one.what is what), None)
    if game is None or offer is None or (offer.by, offer.ply) != (told.by, notice.ply):
        return ref
    await tables.matches.set_offers(game.id, stored_offers.told_in(what, ref).stored())
    return None


async def _keep_seat_offer(tables: Tables, notice: NoticeRecord, ref: MessageRef) -> MessageRef | None:
    told = _content(notice)
    if not isinstance(told, SeatOffer):
        return None
    offer = await tables.substitutions.get(told.substitution)
    await tables.substitutions.set_message(told.substitution, (ref.channel, ref.message))
    return None if offer is not None and offer.status == SubstitutionStatus.OPEN else ref


async def _open(tables: Tables, notice_id: int) -> NoticeRecord | None:
    notice = await tables.notices.lock(notice_id)
    return notice if notice is not None and notice.status in _OPEN else None


async def _finish(tables: Tables, delivered: Sequence[Delivered], now: datetime) -> None:
    refs = {one.notice: one.ref for one in delivered}
    closed = [await tables.notices.deliver(notice) for notice in refs]
    follows: list[NewNotice] = []
    for notice in sorted(filter(None, closed), key=_rank):
        outlived = await _outlived(tables, notice, refs[notice.id])
        follows += [_about_message(NoticeKind.MESSAGE_OVER, notice, message) for message in outlived]
        told_before = await _closed_before(tables, notice, refs[notice.id])
        follows += [_buttons_off(message, notice.stream) for message in told_before]
        await _settle_welcome(tables, notice, WelcomeStatus.POSTED)
        replaced = await _replaced(tables, notice, refs[notice.id])
        if replaced is not None:
            follows.append(_about_message(NoticeKind.BUTTONS_OFF, notice, replaced))
        if notice.kind == NoticeKind.NAME_GONE:
            # It names somebody itself.
            await tables.notices.forget(notice.id)
    await tables.notices.add(follows, now)


def _about_message(kind: NoticeKind, notice: NoticeRecord, message: MessageRef) -> NewNotice:
    """Return the notice by which a message is changed that a delivered one has replaced."""
    undone_by = _undone_by(_content(notice)) if kind is NoticeKind.BUTTONS_OFF else None
    reader = None if notice.audience == PUBLIC else notice.audience
    content = (
        OfMessage(message) if undone_by is None else OfMessage(message, undone_by=undone_by, reader=reader)
    )
    # A stream of its own: nothing waits for it, and it waits for nothing.
    return Message(kind, message.message, notice.game, content=content).written()


def _undone_by(content: Content) -> int | None:
    """Return the seat that has undone for itself the ply of the board that a notice replaces."""
    if isinstance(content, BoardOver):
        return content.undone_by
    return content.by if isinstance(content, TakenBack) and content.free else None


def _buttons_off(message: MessageRef, challenge: int) -> NewNotice:
    """Return the notice by which a word to a challenger says what has become of their challenge."""
    content = OfMessage(message, challenge)
    return Message(NoticeKind.BUTTONS_OFF, message.message, content=content).written()


async def _closed_before(
    tables: Tables, notice: NoticeRecord, ref: MessageRef | None
) -> Sequence[MessageRef]:
    """Return the messages that offer to start a table which has closed; remember one while it has not."""
    if notice.kind == NoticeKind.LOBBY_READY and ref is not None:
        challenge = await tables.challenges.get(notice.stream)
        if challenge is None or challenge.status != ChallengeStatus.OPEN:
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
    if notice.kind not in _BOARDS or notice.game is None:
        return None
    board = await tables.matches.replace_board(notice.game, (ref.channel, ref.message))
    before = None if board is None else MessageRef(*board)
    return None if before == ref else before


async def _take_place(tables: Tables, notice: NoticeRecord, ref: MessageRef | None) -> MessageRef | None:
    """Remember someone's direct board; return the one whose place it takes.

    One loses its place, too, when the turn it told of is over. That of a match's end needs none.
    """
    over = notice.kind == NoticeKind.BOARD_OVER
    if notice.game is None or not (over or (ref and notice.kind in _BOARDS)):
        return None
    boards = await _hidden(tables, notice.game, notice.audience, _BOARDS)
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


async def _miss(tables: Tables, notice: NoticeRecord, error: str, now: datetime) -> None:
    if notice.kind == NoticeKind.NAME_GONE:
        # It names somebody itself.
        await tables.notices.forget(notice.id)
        return
    if notice.audience != PUBLIC:
        await tables.notices.close(notice.id, "missed", _short(error))
        return
    await tables.notices.close(notice.id, "rerouted", _short(error))
    await tables.notices.add(await _in_person(tables, notice), now, status="missed")


async def _settle_welcome(tables: Tables, notice: NoticeRecord, status: WelcomeStatus) -> None:
    content = _content(notice) if notice.kind == NoticeKind.WELCOME else None
    if isinstance(content, Welcome):
        await tables.welcomes.settle(content.server, WelcomeStatus.DUE, status)


async def _in_person(tables: Tables, notice: NoticeRecord) -> list[NewNotice]:
    if notice.kind == NoticeKind.WELCOME:
        # It is for whoever comes first: nobody can be named yet.
        await _settle_welcome(tables, notice, WelcomeStatus.PRIVATE)
        return []
    content, routing = _content(notice), read_routing(notice.data)
    data = write_notice(content, replace(routing, rerouted=True))
    return [
        NewNotice(notice.kind, notice.stream, person, notice.game, notice.ply, data)
        for person in await _concerned(tables, notice)
        if person not in routing.direct
    ]


async def _concerned(tables: Tables, notice: NoticeRecord) -> tuple[int, ...]:
    if _corrects_in_line(notice) or notice.kind in _TELLS_NOBODY:
        return ()
    content = _content(notice)
    if isinstance(content, ReminderOfTurn | SeatOffer):
        return await _meant(tables, content)
    if notice.game is not None:
        game = await tables.matches.get(notice.game)
        return () if game is None else _still_playing(game)
    challenge = await tables.challenges.get(notice.stream)
    if challenge is None:
        return ()
    if notice.kind in _FOR_CHALLENGERS:
        return (challenge.challenger,)
    guests = (guest.player for guest in challenge.guests)
    people = dict.fromkeys((challenge.challenger, challenge.opponent, *guests))
    knows = challenge.challenger if notice.kind == NoticeKind.TERMS_CHANGED else None
    return tuple(person for person in people if person not in {None, knows})


async def _meant(tables: Tables, content: ReminderOfTurn | SeatOffer) -> tuple[int, ...]:
    """Return who is reminded; of a seat that is offered to anyone, who waits for somebody to take it."""
    if isinstance(content, ReminderOfTurn):
        return (content.person,)
    offer = await tables.substitutions.get(content.substitution)
    return () if offer is None else (offer.wanted or offer.offered_by,)


def _content(notice: NoticeRecord) -> Content:
    return read_content(NoticeKind(notice.kind), notice.data, notice.ply)


def _still_playing(game: MatchRecord) -> tuple[int, ...]:
    left = {seat for seat, _ in game.retired}
    people = (game.person_at(seat) for seat in range(len(game.players)) if seat not in left)
    return tuple(dict.fromkeys(person for person in people if person is not None))
