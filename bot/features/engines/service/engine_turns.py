"""The turns of engines: they move and answer offers once each, whichever process searches."""

import asyncio
import logging
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Final

from bot.features.matches.service.deadlines import Deadlines, TimeIsUp
from bot.features.matches.service.lifecycle import MatchLifecycle
from bot.features.matches.service.load_match import find_match, lock_match
from bot.features.matches.service.offers.offer_effects import OfferEffects
from bot.features.matches.service.plans.automatic_moves import AutomaticMoves
from bot.kernel.outbox.recorded import RecordedInMatch
from bot.kernel.transactions.unit_of_work import Change, Transaction, UnitOfWork
from bot.model.engine_question import EngineQuestion, EngineService, NoAnswer
from bot.model.match.log_entry import LogEntry
from bot.model.match.match import Match
from bot.model.match.match_log import read_move
from bot.model.match.offers.offer_rules import Offer, OfferKind
from bot.model.people.players import EnginePlayer
from bot.model.refusal import Refusal
from bot.repositories.matches.match_log import MatchLogRepository
from bot.repositories.matches.matches import MatchRepository
from rules.contract.capabilities import draws_by_agreement

log = logging.getLogger(__name__)

GUARD_SECONDS: Final = 30.0
"""The time limit of an answer; a level's node limit is reached first, except on a very busy machine."""
EARLIEST_DRAW: Final = 20
"""The first ply at which an engine agrees to a draw."""
EARLIEST_OFFER: Final = 60
"""The first ply at which an engine offers a draw."""
EVEN_FOR: Final = 20
"""The number of plies between two even positions before an engine offers a draw, and between its offers."""
_FORGOTTEN: Final = timedelta(seconds=45)
"""The age at which an engine's turn is overdue: the process that searched for it may have died."""
_MAX_FORGOTTEN: Final = 50
_TOLD_WITHIN: Final = 5.0
"""Seconds that an answer to an offer waits for the offer's message, in order to edit it."""
_LOOK_AGAIN: Final = 0.25


class EngineCalls:
    """The queue of matches in which an engine may be due after a commit of this process."""

    def __init__(self) -> None:
        self._waiting: dict[int, None] = {}
        self._some = asyncio.Event()

    def on_commit(self, change: Change) -> None:
        """Enqueue matches with events. Practice needs no wake-up: its person waits for the answer."""
        for recorded in change.events:
            if (
                isinstance(recorded, RecordedInMatch)
                and recorded.match.has_engines
                and not recorded.match.is_practice
            ):
                self._waiting[recorded.match.id] = None
                self._some.set()

    async def wait(self) -> tuple[int, ...]:
        """Wait for queued matches, and dequeue them all."""
        await self._some.wait()
        waiting, self._waiting = tuple(self._waiting), {}
        self._some.clear()
        return waiting


class EngineTurns:
    """Plays engines' moves and answers offers.

    A process runs at most one task per match. A result is played only in its own position, so two searches of
    the same position play one move.
    """

    def __init__(
        self,
        unit_of_work: UnitOfWork,
        lifecycle: MatchLifecycle,
        deadlines: Deadlines,
        offer_effects: OfferEffects,
        engines: EngineService,
        calls: EngineCalls | None = None,
        told_within: float = _TOLD_WITHIN,
        forgotten_after: timedelta = _FORGOTTEN,
    ) -> None:
        self._unit_of_work = unit_of_work
        self._lifecycle = lifecycle
        self._deadlines = deadlines
        self._offer_effects = offer_effects
        self._replies = AutomaticMoves(lifecycle)
        self._engines = engines
        self._calls = calls or EngineCalls()
        self._told_within = told_within
        self._forgotten_after = forgotten_after
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._called_again = set[int]()

    @property
    def is_offered(self) -> bool:
        """Whether engines are available."""
        return self._engines.processes > 0

    def schedule(self, match_id: int) -> asyncio.Task[None]:
        """Play the due turns of engines in a match; join the task that already does so, if any."""
        task = self._thinking.get(match_id)
        if task is None:
            task = self._thinking[match_id] = asyncio.create_task(self._play_due(match_id))
            task.add_done_callback(lambda done: self._on_done(match_id, done))
        return task

    async def run(self) -> None:
        """Wait for matches in which engines may be due, and handle them."""
        for match_id in await self._calls.wait():
            if match_id in self._thinking:
                self._called_again.add(match_id)
            else:
                self.schedule(match_id)

    async def resume_forgotten(self) -> int:
        """Play overdue turns of engines; return the number of matches."""
        if not self.is_offered:
            return 0
        async with self._unit_of_work.store.read() as session:
            before = self._unit_of_work.clock() - self._forgotten_after
            waiting = await session.of(MatchRepository).engines_turn(before, _MAX_FORGOTTEN)
        await asyncio.gather(*map(self.schedule, waiting), return_exceptions=True)
        return len(waiting)

    def _on_done(self, match_id: int, task: asyncio.Task[None]) -> None:
        self._thinking.pop(match_id, None)
        if task.cancelled():
            self._called_again.discard(match_id)
            return
        if (error := task.exception()) is not None:
            log.warning("an engine did not move in game %d, will be retried: %r", match_id, error)
        if match_id in self._called_again:
            self._called_again.discard(match_id)
            self.schedule(match_id)

    async def _play_due(self, match_id: int) -> None:
        """Play engines' turns and answer offers, up to a turn of a person or of chance.

        Failed turns are retried later.
        """
        going, waited = self.is_offered, 0.0
        while going:
            async with self._unit_of_work.store.read() as session:
                match = await find_match(session, match_id)
                log_of = await session.of(MatchLogRepository).plies(match_id, 0, match.plies)
            if not match.running or match.is_paused:
                return
            texts = tuple(ply.text for ply in log_of)
            question = _offer_for_engine(match)
            if question is not None and waited < self._told_within and not _is_announced(match, question[0]):
                await asyncio.sleep(_LOOK_AGAIN)
                waited += _LOOK_AGAIN
                continue
            with suppress(NoAnswer, TimeIsUp, Refusal):
                if question is not None:
                    going = await self._answer(match, texts, *question)
                    continue
                if match.turn is not None and isinstance(match.players[match.turn], EnginePlayer):
                    move = await self._engines.choose(_question(match, texts, match.turn))
                    draw = await self._offers_draw(match, (*texts, move), match.turn)
                    going = await self._play(match, move, offers_draw=draw)
                    continue
            return

    async def _answer(self, snapshot: Match, texts: tuple[str, ...], offer: Offer, seat: int) -> bool:
        """Answer an offer, if it is still open; return whether it was."""
        accepts = offer.kind is not OfferKind.DRAW
        if not accepts and len(texts) >= EARLIEST_DRAW:
            accepts = await self._engines.agrees_to_draw(_question(snapshot, texts, seat), seat)
        async with self._unit_of_work.write() as tx:
            match = await self._same(tx, snapshot)
            if match is None or match.standing.offers.find(offer.kind) != offer:
                return False
            now = self._unit_of_work.clock()
            await self._offer_effects.answer(tx, match, offer.kind, seat, accepts, now)
            return True

    async def _offers_draw(self, match: Match, texts: tuple[str, ...], seat: int) -> bool:
        """Return whether an engine offers a draw: all sides would agree, now and EVEN_FOR plies before."""
        game = self._unit_of_work.games[match.key]
        if not (draws_by_agreement(game) and _may_offer_draw(match, len(texts), seat)):
            return False
        playing = [seat for seat in range(len(match.players)) if seat not in match.retired]
        with suppress(NoAnswer):
            for plies in (texts, texts[:-EVEN_FOR]):
                for actor in playing:
                    if not await self._engines.agrees_to_draw(_question(match, plies, seat), actor):
                        return False
            return True
        return False

    async def _play(self, snapshot: Match, text: str, *, offers_draw: bool = False) -> bool:
        """Play an engine's move in the position of the search; return whether that is still current."""
        async with self._unit_of_work.write() as tx:
            match, now = await self._same(tx, snapshot), self._unit_of_work.clock()
            if match is None or match.turn is None:
                return False
            match = (await self._deadlines.check(tx, match, now)).match
            before = await self._unit_of_work.positions.at(tx, match, match.plies)
            move, seat = read_move(before, text), match.turn
            if seat is None:
                return False
            ply = LogEntry(match.plies + 1, seat, move.text, now)
            reached = await self._lifecycle.append_ply(tx, match, before, ply, before.play(move), by=seat)
            if offers_draw and reached.state.outcome is None:
                offered = await self._offer_effects.add_draw(tx, reached.match, seat, now)
                reached = replace(reached, match=offered)
            await self._replies.play_automatic(tx, before, move, reached)
            return True

    async def _same(self, tx: Transaction, snapshot: Match) -> Match | None:
        """Return a match, locked, if it still has the same position."""
        match = await lock_match(tx, snapshot.id)
        here = (match.plies, match.taken_back) == (snapshot.plies, snapshot.taken_back)
        return match if here and match.running else None


def _offer_for_engine(match: Match) -> tuple[Offer, int] | None:
    """Return an offer that awaits an engine's answer, and the engine's seat; None without one."""
    for offer in match.standing.offers.open:
        for seat, player in enumerate(match.players):
            bound = {offer.seat, *offer.agreed, *match.retired}
            if isinstance(player, EnginePlayer) and seat not in bound:
                return offer, seat
    return None


def _may_offer_draw(match: Match, plies: int, seat: int) -> bool:
    """Return whether an engine may offer a draw after this many plies; its offers are spaced out."""
    offers = match.standing.offers
    turns = [offer.turns for offer in offers.made if offer.kind is OfferKind.DRAW and offer.seat == seat]
    long_ago = plies - max(turns, default=0) >= EVEN_FOR
    return not match.is_practice and plies >= EARLIEST_OFFER and long_ago and not offers.open


def _is_announced(match: Match, offer: Offer) -> bool:
    """Return whether an offer's message was already posted, or is unnecessary."""
    kinds = {offer.what for offer in match.offers if offer.message is not None}
    return match.is_practice or offer.kind in kinds


def _question(match: Match, texts: tuple[str, ...], seat: int) -> EngineQuestion:
    player = match.players[seat]
    level = player.level if isinstance(player, EnginePlayer) else 1
    return EngineQuestion(
        match.key,
        dict(match.options),
        len(match.players),
        texts,
        level,
        f"{match.id}/{match.taken_back}",
        GUARD_SECONDS,
        min(match.people, default=0),
        waits=match.is_practice,
    )
