"""Walkthroughs of Nine Men's Morris: mills, captures, flying, and the last men."""

from collections.abc import Sequence

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.model.challenges.terms import Terms
from bot.model.match.match import Match
from tests.bot.chat.walks import Walk, begin, set_language, walk_between
from tests.bot.support.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

PLAYED = (
    "a7 d6 a4 g1 a1xd6 f4 c4 g7 b4xf4 g4xa1 a1xg1 g1xa7 a7xg7 g7xa1 a1xg1 g1xa4 a4xg7 g7xa7 c4-c3 g4-c5 "
    "c3-c4xg7"
)
MOVES = PLAYED.split()
"""Men are placed and captured; black flies with three men and ends with two."""


async def reach(world: World, moves: Sequence[str], **options: str) -> Match:
    """Start a game, Anna with the white men, and play the moves."""
    match = await begin(world, Terms("nine-mens-morris", options, "white"))
    for number, move in enumerate(moves):
        await world.services.turns.take_turn(world.by((ANNA, BEN)[number % 2]), match.id, move)
    return await world.services.matches.get(match.id)


async def test_boards_of_a_whole_game(world: World, approved: SnapshotAssertion) -> None:
    walk = await walk_between(world, "de", "en")
    match = await reach(world, ())
    posts = [await walk.posted.deliver()]
    for number, move in enumerate(MOVES):
        await world.services.turns.take_turn(world.by((ANNA, BEN)[number % 2]), match.id, move)
        posts.append((await walk.posted.deliver()).partition(" edits ")[0])
    assert "\n".join(posts) == approved(name="de-en")


async def test_a_man_to_capture(world: World, approved: SnapshotAssertion) -> None:
    """Buttons of a mill-closing move name the captured man; a typed move without it prompts for it."""
    walk = await walk_between(world, "en", "de")
    match = await reach(world, MOVES[:4], two_mills="two")
    await walk.posted.deliver()
    await walk.press(ANNA, "move", match.id, 4)
    await walk.suggestions(ANNA, "move", "a1", "move", game=str(match.id))
    await walk.command(ANNA, "move", move="a1")
    await walk.command(ANNA, "move", move="a1 x g1")
    await walk.deliver()
    assert walk.text == approved(name="en-de")


async def test_a_board_of_twelve_men(world: World, approved: SnapshotAssertion) -> None:
    await set_language(world, "en")
    walk = Walk(world)
    match = await reach(world, ("a1", "g4", "b2", "g1"), men="12")
    await walk.posted.deliver()
    await walk.command(ANNA, "move", move="c3xg4", game=str(match.id))
    await walk.deliver()
    assert walk.text == approved(name="en")
