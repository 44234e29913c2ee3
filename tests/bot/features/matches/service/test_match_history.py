"""Stepping through a match's past positions, and exploring from them."""

import pytest

from bot.model.challenges.terms import Terms
from bot.model.match.history import Direction
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.refusal import Refusal
from tests.bot.support.fakes import ANNA, BEN, HALL, World
from tests.bot.support.refusals import expect_refusal

pytest_plugins = ("tests.bot.support.worlds",)


async def test_history_steps_back_and_forth(world: World) -> None:
    match = await world.match()
    for person in (ANNA, BEN, ANNA):
        await world.services.turns.take_turn(world.by(person), match.id, "take 1")
    matches = world.services.matches
    last = await matches.history(match.id, 0, Direction.LAST)
    assert (last.number, last.count, last.ply, last.is_last) == (3, 3, 3, True)
    assert last.position.state == (await matches.position(match.id)).state
    step_back = await matches.history(match.id, last.ply, Direction.BACK)
    assert (step_back.number, step_back.is_last) == (2, False)
    assert step_back.position == await matches.position(match.id, 2)
    assert step_back.played == await matches.plies(match.id, 1, 2)
    first = await matches.history(match.id, step_back.ply, Direction.FIRST)
    assert (first.number, first.played) == (0, ())
    assert (await matches.history(match.id, first.ply, Direction.FORWARD)).number == 1


async def test_history_of_an_unknown_match_is_refused(world: World) -> None:
    with pytest.raises(Refusal, match="unknown-match"):
        await world.services.matches.history(404, 0, Direction.LAST)


async def test_exploring_starts_from_any_position_not_undone(world: World) -> None:
    match = await world.match()
    for person in (ANNA, BEN, ANNA):
        await world.services.turns.take_turn(world.by(person), match.id, "take 1")
    matches = world.services.matches
    positions = [await matches.position_after(match.id, ply, 0) for ply in range(4)]
    assert positions == [await matches.position(match.id, ply) for ply in range(4)]
    await expect_refusal(matches.position_after(match.id, 4, 0), "unknown-ply", plies="3")
    await world.services.offers.offer(world.by(ANNA), match.id, OfferKind.TAKE_BACK)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 2")
    assert (await matches.position_after(match.id, 2, 0)).state == positions[2].state, (
        "the undone ply comes after this position"
    )
    await expect_refusal(matches.position_after(match.id, 3, 0), "exploring-outdated")
    current = await matches.position_after(match.id, 3, 1)
    assert current.state == (await matches.position(match.id)).state != positions[3].state
    await expect_refusal(matches.position_after(match.id, 3, 2), "exploring-outdated")


async def test_forbidden_exploring_is_allowed_after_the_end(world: World) -> None:
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("counting", {}, "first", exploring=False), HALL, [BEN]
    )
    number = (await world.services.invitations.accept(world.by(BEN), challenge.id)).match
    assert number is not None
    matches = world.services.matches
    await expect_refusal(matches.position_after(number, 0, 0), "exploring-forbidden")
    assert (await matches.history(number, 0, Direction.LAST)).is_last
    await world.services.resignations.resign(world.by(ANNA), number)
    assert (await matches.position_after(number, 0, 0)).match.is_explorable
