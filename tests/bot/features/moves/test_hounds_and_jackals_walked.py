"""Walkthroughs of Hounds and Jackals: attacks and duties named, forced replies explained."""

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.model.challenges.terms import Terms
from bot.model.match.match import Match
from tests.bot.chat.walks import Walk, begin, set_language, walk_between
from tests.bot.support.fakes import ANNA, BEN, CARA, World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

PLAYED = (
    "4-6 5-9 5-7 4-5 3-5 9-26 5-9 5-7 9-24 2-4 2-3 3-5 24-10 26-27 10-11 27-28 11-13 7-9 13-14 1-3 3-5 9-26 "
    "1-2 5-9 7-8 26-27 5-7 9-10 2-3 3-5 14-15 5-7 7-9 4-5 9-10 10-25 3-4 28-29 10-25 25-26 25-26 26-28 6-7 "
    "7-9 15-17 5-7 7-9 9-24 4-5 7-8 8-10 24-25 26-27 25-26 5-7 8-9 9-11 9-10 10-13 10-25"
)
MOVES = PLAYED.split()
"""Includes attacks, shortcuts, a retreat, blocked and shortened replies, and void attacks."""


async def reach(world: World, moves: list[str], **options: str) -> Match:
    """Start a game, Anna with the first pieces, and play the moves."""
    match = await begin(world, Terms("hounds-and-jackals", options, "hounds"))
    for move in moves:
        await play_next(world, match, move)
    return await world.services.matches.get(match.id)


async def play_next(world: World, match: Match, move: str) -> None:
    mover = (ANNA, BEN)[(await world.services.matches.get(match.id)).turn or 0]
    await world.services.turns.take_turn(world.by(mover), match.id, move)


@pytest.mark.parametrize("language", ["de"])
async def test_boards_of_a_whole_game(world: World, language: str, approved: SnapshotAssertion) -> None:
    """Boards with every kind of duty, and the end."""
    await set_language(world, language)
    walk = Walk(world, language)
    match = await reach(world, [])
    posts = []
    for move in MOVES:
        await play_next(world, match, move)
        posts.append((await walk.posted.deliver()).partition(" edits ")[0])
    assert "\n".join(posts) == approved(name=language)


async def test_an_attack_offers_only_legal_replies(world: World, approved: SnapshotAssertion) -> None:
    """Only legal replies are offered and suggested; the refusal of others is explained."""
    walk = await walk_between(world, "en", "de")
    match = await reach(world, MOVES[:4])
    await walk.posted.deliver()
    await play_next(world, match, MOVES[4])
    await walk.deliver()
    await walk.press(BEN, "move", match.id, 5)
    await walk.suggestions(BEN, "move", "", "move", game=str(match.id))
    await walk.command(BEN, "move", move="1-2")
    for move in MOVES[5:13]:
        await play_next(world, match, move)
        await walk.deliver()
    assert walk.text == approved(name="en-de")


async def test_steps_are_counted_on_request_only(world: World, approved: SnapshotAssertion) -> None:
    """A player's own board counts their steps; the public board and a stranger's count none."""
    await set_language(world, "en")
    walk = Walk(world)
    match = await reach(world, [])
    await walk.posted.deliver()
    await play_next(world, match, "5-9")
    await walk.deliver()
    for person in (ANNA, BEN, CARA):
        await walk.press(person, "board", match.id, 1)
    await walk.command(BEN, "board", in_words=True, game=str(match.id))
    assert walk.text == approved(name="en")


async def test_a_void_attack(world: World, approved: SnapshotAssertion) -> None:
    """Where a void attack means a pass, the board and the panel offer it."""
    walk = await walk_between(world, "de", "en")
    match = await reach(world, MOVES[:50], void_attack="pass")
    await walk.posted.deliver()
    await play_next(world, match, MOVES[50])
    await walk.deliver()
    mover = (ANNA, BEN)[(await world.services.matches.get(match.id)).turn or 0]
    await walk.press(mover, "move", match.id, 51)
    await walk.click(mover, "hounds-and-jackals.action.pass")
    await walk.deliver()
    assert walk.text == approved(name="de-en")
