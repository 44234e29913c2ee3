"""The outbox: notices handed to whoever delivers them, in order, and what became of them."""

import secrets
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.play.domain.challenges import ChallengeStatus
from bot.play.domain.events import OfferFate
from bot.play.domain.notices import (
    BoardOver,
    Content,
    Fate,
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
from bot.play.projections.notice_codec import READABLE, read_content, read_notice, read_routing, write_notice
from bot.play.projections.retry_policy import is_hopeless, pause
from bot.play.storage.stored_offers import stored_offers_in
from bot.play.storage.unit_of_work import is_id
from data.records import MatchRecord, NewNotice, NoticeRecord, Signal, Topic
from data.schema import PUBLIC
from data.store import Store, Tables

_BOARDS: Final = {
    NoticeKind.START,
    NoticeKind.PLY,
    NoticeKind.END,
    NoticeKind.TAKEN_BACK,
    NoticeKind.SEAT_CHANGED,
    NoticeKind.RESTORED,
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
_MOST_CORRECTIONS: Final = 6
"""How often a change of a standing message is tried: for a minute, as it holds up what comes after it."""
_LONGEST_IN_LINE: Final = timedelta(minutes=1)
"""How long such a change is held back at most, for the same reason."""
_LONGEST_ERROR: Final = 500
_UNDECIDED: Final = "it may have been told before the restore, which nobody can see any more"


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


@dataclass(frozen=True, slots=True)
class Settled:
    """What has become of the notices that a restore found: how many wait, how many nobody can decide."""

    restored: datetime
    waiting: int
    undecided: int


class Outbox:
    """Notices on their way. `claimant` tells this process's claims from those of others.

    Of one challenge and its match, in public or to one person, a later notice is never handed out while an
    earlier one is undelivered. Saying twice what became of a notice changes nothing. `hand_over` claims in
    the transactions that write notices. `became` is told the fate of each kind of notice once it is written.

    While `alive` denies that the others surely take this process for alive, nothing is claimed: what it has
    claimed may be another's by now, who says what becomes of it.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        claimant: str | None = None,
        *,
        alive: Callable[[], bool] = lambda: True,
        became: Callable[[str, Fate], None] = lambda _kind, _fate: None,
    ) -> None:
        self._store = store
        self._became = became
        self._clock = clock
        self._claimant = claimant or secrets.token_hex(8)
        self.alive: Final = alive
        self.hand_over: Final = HandOver(self._claimant, alive)

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
            closed = await _finish(tables, delivered, now)
            exchange = await self._claim(tables, now, limit)
        for kind in closed:
            self._became(kind, Fate.DELIVERED)
        return exchange

    async def give_back_others(self, known: Collection[int]) -> None:
        """Have wait again, as uncertain, what this process has claimed without knowing it.

        That a transaction was committed may be lost on the way, with what it has claimed.
        """
        async with self._store.write() as tables:
            await tables.notices.give_back_others(self._claimant, known)

    async def _claim(self, tables: Tables, now: datetime, limit: int) -> Exchange:
        if not limit or not self.alive():
            return Exchange()
        claimed = await tables.notices.claim(self._claimant, now, limit, kinds=READABLE)
        if claimed:
            return Exchange(tuple(map(read_notice, claimed)))
        return Exchange(next_due=await tables.notices.next_due(kinds=READABLE))

    async def notice(self, notice_id: int) -> Notice | None:
        """Return a notice, whatever has become of it; None where there is none that this version can read."""
        async with self._store.read() as tables:
            record = await tables.notices.get(notice_id) if is_id(notice_id) else None
            return None if record is None or record.kind not in READABLE else read_notice(record)

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
            notice = await tables.notices.lock_claimed(notice_id, self._claimant)
            if notice is None:
                return
            attempts = notice.attempts + 1
            if _corrects_in_line(notice) and attempts >= _MOST_CORRECTIONS:
                fate = await _drop(tables, notice, error)
            elif is_hopeless(await _tried_since(tables, notice), now):
                fate = await _miss(tables, notice, error, now)
            else:
                fate = Fate.POSTPONED
                await tables.notices.postpone(
                    notice_id,
                    now + max(pause(attempts), wait or timedelta()),
                    attempts,
                    _short(error),
                    uncertain=uncertain or notice.uncertain,
                )
        self._became(notice.kind, fate)

    async def hold_back(self, notice_id: int, reason: str, wait: timedelta) -> None:
        """Write that a notice was not tried at all: it is due again after `wait`, or missed after days.

        What only corrects a standing message is given up where that is long.
        """
        now = self._clock()
        async with self._store.write() as tables:
            notice = await tables.notices.lock_claimed(notice_id, self._claimant)
            if notice is None:
                return
            if _corrects_in_line(notice) and wait > _LONGEST_IN_LINE:
                fate = await _drop(tables, notice, reason)
            elif is_hopeless(await _tried_since(tables, notice), now):
                fate = await _miss(tables, notice, reason, now)
            else:
                fate = Fate.POSTPONED
                await tables.notices.postpone(
                    notice_id, now + wait, notice.attempts, _short(reason), uncertain=notice.uncertain
                )
        self._became(notice.kind, fate)

    async def reroute(self, notice_id: int, error: str) -> None:
        """Write that a public place is gone: everyone concerned is told in person instead.

        A notice that was for one person already counts as missed.
        """
        now = self._clock()
        async with self._store.write() as tables:
            notice = await tables.notices.lock_claimed(notice_id, self._claimant)
            if notice is None:
                return
            if notice.audience != PUBLIC or notice.kind == NoticeKind.NAME_GONE:
                fate = await _miss(tables, notice, error, now)
            else:
                fate = Fate.REROUTED
                await tables.notices.close(notice_id, fate, _short(error))
                await tables.notices.add(await _in_person(tables, notice), now)
        self._became(notice.kind, fate)

    async def drop(self, notice_id: int, error: str) -> None:
        """Write that a notice will not be delivered and that nobody misses it."""
        async with self._store.write() as tables:
            notice = await tables.notices.lock_claimed(notice_id, self._claimant)
            fate = None if notice is None else await _drop(tables, notice, error)
        if notice is not None and fate is not None:
            self._became(notice.kind, fate)

    async def miss(self, notice_id: int, error: str) -> None:
        """Write that a notice cannot be delivered: it is shown at the next command of those concerned."""
        async with self._store.write() as tables:
            notice = await tables.notices.lock_claimed(notice_id, self._claimant)
            fate = None if notice is None else await _miss(tables, notice, error, self._clock())
        if notice is not None and fate is not None:
            self._became(notice.kind, fate)

    async def leave_undecided(self, notice_id: int) -> None:
        """Write that nobody can say whether a notice was told in the time that a restore has lost.

        It calls somebody, and they are not to be called twice: it is shown at the next command of those
        concerned.
        """
        async with self._store.write() as tables:
            notice = await tables.notices.lock_claimed(notice_id, self._claimant)
            if notice is None:
                return
            await tables.restores.count_undecided()
            fate = await _miss(tables, notice, _UNDECIDED, self._clock())
        self._became(notice.kind, fate)

    async def count_undecided(self) -> None:
        """Write the same of a notice that calls nobody, and is told once more at worst."""
        async with self._store.write() as tables:
            await tables.restores.count_undecided()

    async def settled(self) -> Settled | None:
        """Return what has become so far of what the latest restore found; None where there was none."""
        async with self._store.read() as tables:
            epochs = await tables.restores.epochs()
            waiting = await tables.restores.unsettled() if epochs else 0
        return Settled(epochs[-1].begun, waiting, epochs[-1].undecided) if epochs else None

    async def missed(self, person: int) -> tuple[Notice, ...]:
        """Return what could be told to someone nowhere, oldest first; each is handed out once."""
        async with self._store.write() as tables:
            return tuple(map(read_notice, await tables.notices.hand_out(person, kinds=READABLE)))

    async def changed(self, message: int) -> None:
        """Tell the other processes that a message reads otherwise than it was posted."""
        await self._store.signal(Signal(Topic.MESSAGE, message))

    async def leave_to_others(self) -> None:
        """Tell the other processes that what waits is delivered here no more."""
        await self._store.signal(Signal(Topic.NOTICES))

    async def recover(self) -> int:
        """Free what dead processes have claimed and never finished; return how much.

        A process that was taken for dead may still commit claims: to be called now and then.
        """
        async with self._store.write() as tables:
            return await tables.claims.release_left(self._claimant)


async def _tried_since(tables: Tables, notice: NoticeRecord) -> datetime:
    """Return since when a notice is being delivered: nobody has tried while a backup lay about."""
    return notice.created if notice.epoch is None else (await tables.restores.epochs())[-1].begun


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


async def _finish(tables: Tables, delivered: Sequence[Delivered], now: datetime) -> list[str]:
    """Write what was delivered, with what follows from it; return the kinds that were not known to be."""
    refs = {one.notice: one.ref for one in delivered}
    # Rising, as everywhere: who was taken for dead may say the same of the same notices.
    closed = list(filter(None, [await tables.notices.deliver(notice) for notice in sorted(refs)]))
    follows: list[NewNotice] = []
    for notice in sorted(closed, key=_rank):
        outlived = await _outlived(tables, notice, refs[notice.id])
        follows += [_about_message(NoticeKind.MESSAGE_OVER, notice, message) for message in outlived]
        told_before = await _closed_before(tables, notice, refs[notice.id])
        follows += [_buttons_off(notice, message) for message in told_before]
        await _settle_welcome(tables, notice, WelcomeStatus.POSTED)
        replaced = await _replaced(tables, notice, refs[notice.id])
        if replaced is not None:
            follows.append(_about_message(NoticeKind.BUTTONS_OFF, notice, replaced))
        if notice.kind == NoticeKind.NAME_GONE:
            # It names somebody itself.
            await tables.notices.forget(notice.id)
    await tables.notices.add(follows, now)
    return [notice.kind for notice in closed]


def _about_message(kind: NoticeKind, notice: NoticeRecord, message: MessageRef) -> NewNotice:
    """Return the notice by which a message is changed that a delivered one has replaced."""
    undone_by = _undone_by(_content(notice)) if kind is NoticeKind.BUTTONS_OFF else None
    reader = None if notice.audience == PUBLIC else notice.audience
    content = (
        OfMessage(message) if undone_by is None else OfMessage(message, undone_by=undone_by, reader=reader)
    )
    # A stream of its own: nothing waits for it, and it waits for nothing.
    written = Message(kind, message.message, notice.game, content=content).written()
    return replace(written, request=notice.request)


def _undone_by(content: Content) -> int | None:
    """Return the seat that has undone for itself the ply of the board that a notice replaces."""
    if isinstance(content, BoardOver):
        return content.undone_by
    return content.by if isinstance(content, TakenBack) and content.free else None


def _buttons_off(notice: NoticeRecord, message: MessageRef) -> NewNotice:
    """Return the notice by which a word to a challenger says what has become of their challenge."""
    content = OfMessage(message, notice.stream)
    written = Message(NoticeKind.BUTTONS_OFF, message.message, content=content).written()
    return replace(written, request=notice.request)


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


async def _drop(tables: Tables, notice: NoticeRecord, error: str) -> Fate:
    await tables.notices.close(notice.id, Fate.DROPPED, _short(error))
    return Fate.DROPPED


async def _miss(tables: Tables, notice: NoticeRecord, error: str, now: datetime) -> Fate:
    if notice.kind == NoticeKind.NAME_GONE:
        # It names somebody itself.
        await tables.notices.forget(notice.id)
        return Fate.DROPPED
    if notice.audience != PUBLIC:
        await tables.notices.close(notice.id, Fate.MISSED, _short(error))
        return Fate.MISSED
    await tables.notices.close(notice.id, Fate.REROUTED, _short(error))
    await tables.notices.add(await _in_person(tables, notice), now, status=Fate.MISSED)
    return Fate.MISSED


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
        NewNotice(notice.kind, notice.stream, person, notice.game, notice.ply, data, request=notice.request)
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
