"""A process killed while its engine thinks: another process repeats the search, and moves once."""

import asyncio
import multiprocessing
from datetime import timedelta

from bot.features.engines.service.engine_turns import EngineTurns
from bot.features.engines.service.practice import Practice, TermsDraft
from bot.model.challenges.terms import Terms
from bot.opponents import EnginePool
from tests.bot.opponents.thinkers import die
from tests.bot.support.fakes import ANNA, HALL, World
from tests.end_to_end.waiting import until

pytest_plugins = ("tests.bot.support.worlds",)


async def _thinks() -> bool | None:
    return bool(multiprocessing.active_children()) or None


async def test_a_killed_engine_process_is_replaced_and_plays_once(world: World) -> None:
    turns = world.services.turns
    work, lifecycle = turns._unit_of_work, turns._lifecycle
    async with EnginePool(1) as pool:
        engines = EngineTurns(work, lifecycle, turns._deadlines, turns._offer_effects, pool)
        practice = Practice(work, lifecycle, engines)
        terms = TermsDraft(Terms("conhex", {"swap": "off"}, "blue"), level=5)
        match = await practice.begin(world.by(ANNA), terms, HALL)
        thinking = engines.schedule(match.id)
        await until(_thinks, "a thinking process")
        for process in multiprocessing.active_children():
            process.kill()
        await asyncio.wait_for(thinking, 120)
        assert (await world.services.matches.get(match.id)).plies == 1
        world.time.pass_by(timedelta(minutes=1))
        assert await engines.resume_forgotten() == 0


async def test_a_failed_engine_move_is_played_later(world: World) -> None:
    turns = world.services.turns
    work, lifecycle = turns._unit_of_work, turns._lifecycle
    async with EnginePool(1, die) as failing, EnginePool(1) as pool:
        engines = [
            EngineTurns(work, lifecycle, turns._deadlines, turns._offer_effects, thinker)
            for thinker in (failing, pool)
        ]
        practice = Practice(work, lifecycle, engines[0])
        match = await practice.begin(
            world.by(ANNA), TermsDraft(Terms("conhex", {"swap": "off"}, "blue"), level=1), HALL
        )
        await asyncio.wait_for(engines[0].schedule(match.id), 120)
        assert (await world.services.matches.get(match.id)).plies == 0, "the thinking process is dead"
        world.time.pass_by(timedelta(minutes=1))
        assert await engines[1].resume_forgotten() == 1
        assert (await world.services.matches.get(match.id)).plies == 1
