"""Stepping through a match that was played."""

import pytest

from bot.play.domain.match.history import Direction
from bot.play.domain.refusal import Refusal
from tests.bot.play.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.play.worlds",)


async def test_a_match_is_walked_back_and_forth(world: World) -> None:
    match = await world.match()
    for person in (ANNA, BEN, ANNA):
        await world.services.turns.take_turn(world.by(person), match.id, "take 1")
    matches = world.services.matches
    last = await matches.history(match.id, 0, Direction.LAST)
    assert (last.number, last.count, last.ply, last.is_last) == (3, 3, 3, True)
    assert last.position.state == (await matches.position(match.id)).state
    back = await matches.history(match.id, last.ply, Direction.BACK)
    assert (back.number, back.is_last) == (2, False)
    assert back.position == await matches.position(match.id, 2)
    assert back.played == await matches.plies(match.id, 1, 2)
    first = await matches.history(match.id, back.ply, Direction.FIRST)
    assert (first.number, first.played) == (0, ())
    assert (await matches.history(match.id, first.ply, Direction.FORWARD)).number == 1


async def test_of_no_match_nothing_is_shown(world: World) -> None:
    with pytest.raises(Refusal, match="unknown-match"):
        await world.services.matches.history(404, 0, Direction.LAST)
