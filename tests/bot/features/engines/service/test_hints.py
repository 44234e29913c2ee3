"""Hints against an engine, for the player to move, in the position they see."""

import asyncio

import pytest

from bot.features.engines.service.hints import Hints
from tests.bot.features.engines.service.test_practice import FirstMoveEngines, SlowEngines, begin_practice
from tests.bot.support.fakes import ANNA, BEN, World
from tests.bot.support.refusals import expect_refusal

pytest_plugins = ("tests.bot.support.worlds",)


def hints(world: World, engines: FirstMoveEngines) -> Hints:
    return Hints(world.services.turns._unit_of_work, engines)


async def test_the_strongest_engine_gives_a_repeatable_hint(world: World) -> None:
    engines = FirstMoveEngines(world)
    match = await begin_practice(world, engines)
    hint = await hints(world, engines).find(ANNA.id, match.id, 0, 0)
    question = engines.questions[-1]
    assert question.level == 5
    assert question.seconds >= 5, "the clock is only a safeguard"
    assert hint.move == hint.state.legal_moves()[0]
    repeated = await hints(world, engines).repeat(ANNA.id, match.id, 0, 0, hint.number)
    assert (repeated.move, repeated.reasons) == (hint.move, hint.reasons)
    assert (await world.services.matches.get(match.id)).plies == 0, "nothing was played"


@pytest.mark.parametrize(
    ("person", "plies", "reason"),
    [(BEN.id, 0, "not-your-game"), (ANNA.id, 1, "position-changed")],
)
async def test_strangers_and_stale_positions_get_no_hint(
    world: World, person: int, plies: int, reason: str
) -> None:
    match = await begin_practice(world, engines := FirstMoveEngines(world))
    await expect_refusal(hints(world, engines).find(person, match.id, plies, 0), reason)


async def test_a_forged_hint_number_is_refused(world: World) -> None:
    match = await begin_practice(world, engines := FirstMoveEngines(world))
    moves = (await world.services.matches.position(match.id)).state.legal_moves()
    for number in (len(moves), 999):
        await expect_refusal(
            hints(world, engines).repeat(ANNA.id, match.id, 0, 0, number), "position-changed"
        )


async def test_a_hint_can_be_retried_after_an_engine_failure(world: World) -> None:
    match = await begin_practice(world, engines := FirstMoveEngines(world))
    engines.fails = 1
    await expect_refusal(hints(world, engines).find(ANNA.id, match.id, 0, 0), "no-hint-now")
    await hints(world, engines).find(ANNA.id, match.id, 0, 0)


async def test_a_hint_for_a_changed_position_is_refused(world: World) -> None:
    match = await begin_practice(world, engines := SlowEngines(world))
    search = asyncio.create_task(hints(world, engines).find(ANNA.id, match.id, 0, 0))
    await engines.thinks.wait()
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    engines.may_answer.set()
    await expect_refusal(search, "position-changed")


async def test_hints_are_only_for_the_mover_in_practice(world: World) -> None:
    engines = FirstMoveEngines(world)
    public = await world.match("conhex")
    await expect_refusal(hints(world, engines).find(ANNA.id, public.id, 0, 0), "practice-only")
    match = await begin_practice(world, engines)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    await expect_refusal(
        hints(world, engines).find(ANNA.id, match.id, 1, 0), "not-your-turn", match=str(match.id)
    )
