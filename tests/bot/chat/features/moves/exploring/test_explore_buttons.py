"""Moves are tried out privately, and nothing of it is kept."""

from bot.chat.core import custom_ids
from bot.chat.features.moves.exploring import explore_buttons
from tests.bot.chat.presses import Presses
from tests.bot.play.fakes import BEN, World

pytest_plugins = ("tests.bot.play.worlds",)


async def test_trying_out_leaves_the_game_as_it_is(world: World) -> None:
    match = await world.match("conhex")
    presses = Presses(world, explore_buttons.HANDLERS)
    page = await presses.one(BEN, custom_ids.write(explore_buttons.EXPLORE_IN, match.id))
    further = next(one for one in page.ids if one.startswith("fp:explore:"))
    assert (await presses.one(BEN, further)).in_place
    assert (await world.services.matches.get(match.id)).plies == 0
