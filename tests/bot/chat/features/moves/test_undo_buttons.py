"""A slip is taken back while nothing has followed it."""

from bot.chat.core import custom_ids
from bot.chat.features.moves import undo_buttons
from tests.bot.chat.presses import Presses
from tests.bot.play.fakes import ANNA, World

pytest_plugins = ("tests.bot.play.worlds",)


async def test_a_ply_is_undone_once(world: World) -> None:
    match = await world.match("conhex")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    presses = Presses(world, undo_buttons.HANDLERS)
    done = await presses.one(ANNA, custom_ids.write("undo", match.id, 1, 0))
    assert done.ids == [custom_ids.write("move", match.id, 0)]
    assert (await world.services.matches.get(match.id)).plies == 0
