"""Practice walkthroughs: moves, take-backs, hints and the next game."""

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.chat.core import position_token
from bot.features.engines.service.practice import TermsDraft
from bot.features.practice import buttons as practice_buttons
from bot.model.challenges.terms import Terms
from bot.model.match.match import Match
from data.store import Store
from tests.bot.chat.hidden_hall import is_secret
from tests.bot.chat.walks import CONHEX, begin, walk_between
from tests.bot.features.engines.service.test_practice import begin_practice
from tests.bot.features.practice.test_hints import with_engines
from tests.bot.support.fakes import ANNA, BEN, GAMES, World
from tests.bot.support.timed import play

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

BRANDUBH = TermsDraft(Terms("hnefatafl", {"board": "brandubh-7"}, "defenders"), level=2)


@pytest.fixture
def world(store: Store) -> World:
    """Return a world with two games, so that adding a game changes no snapshot."""
    return World(store, {key: GAMES[key] for key in ("hnefatafl", "conhex")})


async def token(world: World, match: Match) -> int:
    return int(position_token.mark(await world.services.matches.get(match.id)))


async def test_a_practice_game(world: World, approved: SnapshotAssertion) -> None:
    """The engine moves first; hints and take-backs apply to the shown position."""
    engines = with_engines(world)
    walk = await walk_between(world, "de", "en")
    await begin(world)
    match = await begin_practice(world, engines, BRANDUBH)
    await walk.press(ANNA, "practice-on", match.id)
    first = await token(world, match)
    await walk.press(ANNA, "hint", match.id, first)
    await walk.press(ANNA, "hint", match.id, first, 1)
    await walk.press(ANNA, "play", match.id, first, "c4-c6")
    await walk.press(ANNA, "hint", match.id, first)
    second = await token(world, match)
    await walk.press(ANNA, "practice-back", match.id, first)
    await walk.press(ANNA, "practice-back", match.id, second)
    await walk.press(BEN, "practice-back", match.id, await token(world, match))
    await world.services.resignations.resign(world.by(ANNA), match.id)
    await walk.press(ANNA, "practice-on", match.id)
    await walk.press(ANNA, "practice-again", match.id, 4)
    assert walk.text == approved(name="de-en")


async def test_a_hidden_game_cannot_be_continued_in_practice(world: World) -> None:
    with_engines(world)
    await begin(world)
    match = await begin(world, CONHEX)
    await play(world, match, ANNA, move="a1")
    await world.services.resignations.resign(world.by(BEN), match.id)
    assert await is_secret(world, practice_buttons.HANDLERS, match.id, "practice-from:{n}:1")
