"""Moves are tried out privately, and nothing of it is kept."""

from bot.chat.core import custom_ids
from bot.chat.features.moves.exploring import explore_buttons, explore_page
from bot.play.learning.proved_results import ProvedResults
from bot.play.practice.practice import PracticeWish
from bot.play.services import Services
from tests.bot.chat.presses import Presses
from tests.bot.play.fakes import ANNA, BEN, World
from tests.bot.play.practice.test_practice import First, begun

pytest_plugins = ("tests.bot.play.worlds",)


async def test_trying_out_leaves_the_game_as_it_is(world: World) -> None:
    match = await world.match("conhex")
    presses = Presses(world, explore_buttons.HANDLERS)
    page = await presses.one(BEN, custom_ids.write(explore_buttons.EXPLORE_IN, match.id))
    further = next(one for one in page.ids if one.startswith("fp:explore:"))
    assert (await presses.one(BEN, further)).in_place
    assert (await world.services.matches.get(match.id)).plies == 0


async def test_a_solved_position_shows_its_proved_result(world: World) -> None:
    services, engines = world.services, First(world)
    values = {name: getattr(services, name) for name in services.__slots__}
    proved = ProvedResults(services.turns._unit_of_work, engines, 30)
    world.services = Services(**values | {"proved_results": proved})
    match = await begun(world, engines, PracticeWish("nine-mens-morris", {"men": "6"}, level=1, seat=0))
    presses = Presses(world, explore_buttons.HANDLERS)
    page = await presses.one(ANNA, custom_ids.write(explore_buttons.EXPLORE_IN, match.id))
    assert "Proved: a draw, if both sides play their best." in page.text
    line = explore_page.line_text(
        await services.matches.explored_from(match.id, 0, 0), ("c4", "d2", "b3", "d3", "a5")
    )
    page = await presses.one(ANNA, custom_ids.write("explore", match.id, 0, line))
    assert "(Black) wins. With the next move a man falls" in page.text
    assert "Only one of 11 moves keeps this result." in page.text
