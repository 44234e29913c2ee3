"""Walkthroughs of boards: by command, from lists and menus, and back through a game."""

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.model.challenges.terms import Terms
from tests.bot.chat import guilds
from tests.bot.chat.walks import MOVES, begin, walk_between
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World
from tests.bot.support.timed import play

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

BRANDUBH = Terms("hnefatafl", {"board": "brandubh-7"}, "attackers")
THREAD = 1440000000000000001


async def test_boards_on_request(world: World, approved: SnapshotAssertion) -> None:
    """Boards of one or several games, in pictures and in words, and the next board that waits."""
    walk = await walk_between(world, "de", "en")
    await walk.command(BEN, "board")
    first = await begin(world)
    await walk.posted.deliver()
    await play(world, first, ANNA, move=MOVES[0])
    await walk.command(BEN, "board")
    await walk.command(CARA, "board", game=str(first.id), in_words=True)
    await walk.press(BEN, "next", 0)
    second = await begin(world, BRANDUBH)
    await walk.posted.deliver()
    await walk.command(ANNA, "board", in_words=True)
    await walk.press(ANNA, "board-of", first.id, "words")
    await walk.command(ANNA, "board")
    await walk.press(ANNA, "board-of", second.id, "")
    await walk.press(ANNA, "open", choose=[str(second.id)])
    await walk.press(CARA, "board", second.id)
    await play(world, first, BEN, move=MOVES[1])
    await walk.press(ANNA, "next", 0)
    await walk.press(ANNA, "next", first.id)
    await walk.press(CARA, "next", 0)
    await world.services.resignations.resign(world.by(BEN), first.id)
    await walk.press(ANNA, "board", first.id)
    await walk.command(CARA, "board", game=str(first.id), in_words=True)
    assert walk.text == approved(name="de-en")


async def test_stepping_back_through_a_game(world: World, approved: SnapshotAssertion) -> None:
    """Each step in pictures or in words; the last step of a running game is its current board."""
    walk = await walk_between(world, "en", "de")
    match = await begin(world)
    for person, move in zip((ANNA, BEN, ANNA), MOVES, strict=False):
        await play(world, match, person, move=move)
    await walk.posted.deliver()
    await walk.press(CARA, "step", match.id, 3, "back")
    await walk.press(CARA, "step", match.id, 2, "first")
    await walk.press(CARA, "step", match.id, 0, "forward")
    await walk.press(BEN, "step", match.id, 1, "last")
    await walk.press(BEN, "step", match.id, 2, "forward", "words")
    await walk.press(BEN, "step", match.id, 3, "back", "words")
    await walk.press(BEN, "step", match.id, 2, "sideways")
    await world.services.resignations.resign(world.by(BEN), match.id)
    await walk.press(BEN, "step", match.id, 1, "last")
    assert walk.text == approved(name="en-de")


async def test_the_message_menu_on_boards_and_other_messages(
    world: World, approved: SnapshotAssertion
) -> None:
    """A board with buttons, one without them in its thread, and a message that is no board."""
    walk = await walk_between(world, "de", "en")
    match = await begin(world)
    await walk.posted.deliver()
    board = walk.posted.discord.with_button(f"fp:move:{match.id}:0")
    card = walk.posted.discord.message(walk.posted.discord.messages[THREAD])
    assert board is not None
    await walk.menu(BEN, "boards", board)
    await walk.menu(BEN, "boards", card)
    walk.presses.server = guilds.guild((HALL.channel,), threads={THREAD: HALL.channel})
    walk.presses.thread, walk.presses.channel = True, THREAD
    await walk.menu(CARA, "boards", card)
    assert walk.text == approved(name="de-en")
