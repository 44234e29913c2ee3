"""Engines' turns and answers to offers in public games: after the commit, in time, only once."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest

from bot.features.engines.service.engine_turns import EARLIEST_DRAW, EngineCalls
from bot.features.engines.service.practice import TermsDraft
from bot.kernel.outbox.recorded import RecordedInMatch
from bot.kernel.transactions.unit_of_work import Change
from bot.model.challenges.terms import Terms
from bot.model.engine_question import EngineQuestion
from bot.model.events.events import PlyPlayed
from bot.model.match.match import AGREEMENT, Match
from bot.model.match.offers.offer_rules import OfferKind
from tests.bot.features.challenges.service.test_engine_games import begin_match
from tests.bot.features.engines.service.test_practice import (
    FirstMoveEngines,
    SlowEngines,
    begin_practice,
    turns_of,
)
from tests.bot.support.fakes import ANNA, World

pytest_plugins = ("tests.bot.support.worlds",)


async def test_changes_during_an_engine_s_search_are_handled_afterwards(world: World) -> None:
    match = await begin_match(world, swap="off")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    engines, calls = SlowEngines(world), EngineCalls()
    turns = turns_of(world, engines, calls)
    thinking = turns.schedule(match.id)
    await engines.thinks.wait()
    await world.services.undo.undo(world.by(ANNA), match.id, 1, 0)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "c4")
    event = PlyPlayed(match.id, 0, 1, 0, "c4", 0, 1, match.settings_at(1).preferences.tell, 0)
    calls.on_commit(Change((RecordedInMatch(event, match),)))
    await turns.run()
    engines.thinks.clear()
    engines.may_answer.set()
    await thinking
    async with asyncio.timeout(5):
        await engines.thinks.wait()
    await turns.schedule(match.id)
    assert [question.plies for question in engines.questions] == [("f6",), ("c4",)]
    assert [question.waits for question in engines.questions] == [False] * 2
    assert (await world.services.matches.get(match.id)).plies == 2


async def test_a_turn_cancelled_on_shutdown_is_not_restarted(world: World) -> None:
    match = await begin_match(world, swap="off")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    engines, calls = SlowEngines(world), EngineCalls()
    turns = turns_of(world, engines, calls)
    thinking = turns.schedule(match.id)
    await engines.thinks.wait()
    event = PlyPlayed(match.id, 0, 1, 0, "f6", 0, 1, match.settings_at(1).preferences.tell, 0)
    calls.on_commit(Change((RecordedInMatch(event, match),)))
    await turns.run()
    before = asyncio.all_tasks()
    thinking.cancel()
    await asyncio.wait({thinking})
    assert asyncio.all_tasks() == before - {thinking}


async def test_a_commit_wakes_the_engine_to_move(world: World) -> None:
    match = await begin_match(world, swap="off")
    calls = EngineCalls()
    event = PlyPlayed(match.id, 0, 1, 0, "f6", 0, 1, match.settings_at(1).preferences.tell, 0)
    calls.on_commit(Change((RecordedInMatch(event, match),)))
    calls.on_commit(Change((RecordedInMatch(event, match),)))
    private = replace(match, id=match.id + 1, place=replace(match.place, server=None))
    assert private.is_practice
    calls.on_commit(Change((RecordedInMatch(event, private),)))
    assert await calls.wait() == (match.id,)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(calls.wait(), 0.001)


async def test_a_planned_move_answers_an_engine_move(world: World) -> None:
    match = await begin_match(world, swap="off")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    await world.services.conditional_moves.add(world.by(ANNA), match.id, ("a1", "k1"))
    await turns_of(world, FirstMoveEngines(world)).schedule(match.id)
    position = await world.services.matches.position(match.id)
    assert (position.match.plies, position.match.mover) == (4, ANNA.id)
    assert position.state.position.count("k1") == 1


async def test_an_engine_accepts_a_take_back(world: World) -> None:
    match = await begin_match(world, swap="off")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    await turns_of(world, FirstMoveEngines(world)).schedule(match.id)
    await world.services.offers.offer(world.by(ANNA), match.id, OfferKind.TAKE_BACK)
    await turns_of(world, FirstMoveEngines(world)).schedule(match.id)
    after = await world.services.matches.get(match.id)
    assert (after.plies, after.taken_back, after.mover) == (0, 1, ANNA.id)


@pytest.mark.parametrize("content", [True, False])
async def test_a_content_engine_accepts_a_draw_only_late(world: World, content: bool) -> None:
    match = await begin_match(world, "hnefatafl")
    engines = turns_of(world, FirstMoveEngines(world, content=content))

    async def offer() -> Match:
        await world.services.offers.offer(world.by(ANNA), match.id, OfferKind.DRAW)
        await engines.schedule(match.id)
        return await world.services.matches.get(match.id)

    assert not (await offer()).offers, "the draw is declined: too early"
    while (position := await world.services.matches.position(match.id)).match.plies < EARLIEST_DRAW:
        moves = position.state.legal_moves()
        move = moves[position.match.plies % len(moves)].text
        await world.services.turns.take_turn(world.by(ANNA), match.id, move)
        await engines.schedule(match.id)
    final_match = await offer()
    assert (final_match.outcome is not None and final_match.outcome.reason == AGREEMENT) == content
    assert not final_match.offers


@dataclass
class DrawAgreeingEngines(FirstMoveEngines):
    """Engines that agree to a draw for the seats `even_for` from ply `even_from` on."""

    even_from: int = 0
    even_for: tuple[int, ...] = (0, 1)

    async def agrees_to_draw(self, question: EngineQuestion, seat: int) -> bool:
        return len(question.plies) >= self.even_from and seat in self.even_for


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("even_from", "even_for", "last_ply", "offers", "practises"),
    [
        (0, (0, 1), 82, [60, 80], False),
        (50, (0, 1), 72, [70], False),
        (0, (1,), 62, [], False),
        (0, (0, 1), 62, [], True),
    ],
)
async def test_an_engine_offers_a_draw_late_and_rarely_in_level_games(
    world: World, even_from: int, even_for: tuple[int, ...], last_ply: int, offers: list[int], practises: bool
) -> None:
    if practises:
        terms = Terms("counting", {"goal": "200"}, role="first")
        match = await begin_practice(world, FirstMoveEngines(world), TermsDraft(terms, 1))
    else:
        match = await begin_match(world, "counting", goal="200")
    engines, offered_at = DrawAgreeingEngines(world, even_from=even_from, even_for=even_for), list[int]()
    while (position := await world.services.matches.position(match.id)).match.plies < last_ply:
        if position.match.mover == ANNA.id:
            await world.services.turns.take_turn(
                world.by(ANNA), match.id, str(position.state.legal_moves()[0])
            )
            continue
        await turns_of(world, engines).schedule(match.id)
        current = await world.services.matches.get(match.id)
        if current.standing.offers.find(OfferKind.DRAW) is not None:
            offered_at.append(current.plies)
    assert offered_at == offers


@pytest.mark.both_databases
async def test_an_engine_turn_survives_a_killed_process(world: World) -> None:
    """The engine's task is stored with the ply: the call after the commit may be lost."""
    match = await begin_match(world, swap="off")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    world.time.pass_by(timedelta(minutes=1))
    services = [turns_of(world, FirstMoveEngines(world)) for _ in range(2)]
    await asyncio.gather(*(service.resume_forgotten() for service in services))
    assert (await world.services.matches.get(match.id)).plies == 2
    assert [await service.resume_forgotten() for service in services] == [0, 0]


@dataclass
class HesitantEngines(FirstMoveEngines):
    """Engines that await `meanwhile` before they answer a draw offer."""

    meanwhile: Callable[[], Awaitable[object]] | None = None

    async def agrees_to_draw(self, question: EngineQuestion, seat: int) -> bool:
        if self.meanwhile is not None:
            await self.meanwhile()
        return await super().agrees_to_draw(question, seat)


async def test_a_withdrawn_offer_is_not_answered(world: World) -> None:
    match = await begin_match(world, "counting", goal="99")
    while (current := await world.services.matches.get(match.id)).plies < EARLIEST_DRAW:
        if current.mover == ANNA.id:
            await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
        else:
            await turns_of(world, FirstMoveEngines(world)).schedule(match.id)
    await world.services.offers.offer(world.by(ANNA), match.id, OfferKind.DRAW)

    async def withdraw() -> None:
        await world.services.offers.withdraw(world.by(ANNA), match.id, OfferKind.DRAW)

    await turns_of(world, HesitantEngines(world, meanwhile=withdraw)).schedule(match.id)
    after = await world.services.matches.get(match.id)
    assert (after.running, after.offers) == (True, ())


async def test_a_failed_engine_is_retried_later(world: World, caplog: pytest.LogCaptureFixture) -> None:
    match = await begin_match(world, swap="off")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")

    @dataclass
    class BrokenEngines(FirstMoveEngines):
        async def choose(self, question: EngineQuestion) -> str:
            raise RuntimeError(f"no {question.game} today")

    with pytest.raises(RuntimeError):
        await turns_of(world, BrokenEngines(world)).schedule(match.id)
    await asyncio.sleep(0)
    assert f"an engine did not move in game {match.id}, will be retried" in caplog.text
    assert (await world.services.matches.get(match.id)).plies == 1
    await turns_of(world, FirstMoveEngines(world)).schedule(match.id)
    assert (await world.services.matches.get(match.id)).plies == 2
