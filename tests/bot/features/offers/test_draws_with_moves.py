"""A draw that travels with a move: its message and its pings."""

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.model.challenges.terms import Terms
from tests.bot.chat.walks import begin, walk_between
from tests.bot.support.fakes import ANNA, BEN, World
from tests.bot.support.timed import play

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


@pytest.mark.parametrize(("server", "people"), [("de", "en"), ("en", "de")])
async def test_a_draw_with_a_move_pings_once(
    world: World, approved: SnapshotAssertion, server: str, people: str
) -> None:
    """The move's message pings; the offer's own message does not, unless it comes alone."""
    walk = await walk_between(world, server, people)
    match = await begin(world, Terms("nine-mens-morris", {}, "white"))
    await play(world, match, ANNA, move="a1")
    await walk.posted.deliver()
    await world.services.turns.take_turn(world.by(BEN), match.id, "g7", 1, offer_draw=True)
    await walk.deliver()
    await walk.press(ANNA, "offer-no", match.id, 1, 2, "draw")
    await play(world, match, ANNA, move="d1")
    await walk.posted.deliver()
    await walk.press(ANNA, "offer", match.id, "draw")
    await walk.deliver()
    assert walk.text == approved(name=f"{server}-{people}")
