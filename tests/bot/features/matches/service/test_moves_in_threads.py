"""Moves typed in a thread: only a match's own thread implies the match."""

from dataclasses import replace

import pytest

from bot.model.challenges.terms import Terms
from bot.model.match.match import Match
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

THREAD = 7001
IN_THREAD = replace(HALL, channel=THREAD, parent=HALL.channel)


async def begin_in_thread(world: World) -> Match:
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("counting", {}, "first"), IN_THREAD, [BEN]
    )
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    return await world.services.matches.get(accepted.match or 0)


async def test_games_started_in_a_shared_thread_take_no_typed_move(world: World) -> None:
    turns = world.services.turns
    matches = [await begin_in_thread(world) for _ in range(2)]
    assert await turns.take_turn_in_thread(world.by(ANNA), THREAD, "take 1") is None
    assert [(await world.services.matches.get(match.id)).plies for match in matches] == [0, 0]


async def test_a_move_in_a_match_s_own_thread_is_played(world: World) -> None:
    turns = world.services.turns
    first, second = await world.match(), await world.match()
    await world.services.match_places.move_home(first.id, THREAD, HALL.channel)
    for person, place, move in ((BEN, THREAD, "take 1"), (CARA, THREAD, "take 1"), (ANNA, THREAD, "take 9")):
        assert await turns.take_turn_in_thread(world.by(person), place, move) is None
    for place in (HALL.channel, THREAD + 1):
        assert await turns.take_turn_in_thread(world.by(ANNA), place, "take 1") is None
    turn = await turns.take_turn_in_thread(world.by(ANNA), THREAD, "take 1")
    assert turn is not None
    assert (turn.match.id, turn.number, turn.repeated) == (first.id, 1, False)
    plies = [(await world.services.matches.get(match.id)).plies for match in (first, second)]
    assert plies == [1, 0]
