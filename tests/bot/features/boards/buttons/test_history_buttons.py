"""Buttons that step through a match's past positions."""

from bot.chat.core import custom_ids
from bot.features.boards.buttons import history_buttons
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.support.worlds",)


async def test_stepping_back_shows_the_previous_position(world: World) -> None:
    match = await world.match("conhex")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    await world.services.turns.take_turn(world.by(BEN), match.id, "c4")
    presses = Presses(world, history_buttons.HANDLERS)
    page = await presses.answer_to(ANNA, custom_ids.write("step", match.id, 2, "back"))
    assert page.in_place
    assert "1" in page.text
    assert any(custom_id.startswith(custom_ids.write("step", match.id, 1)) for custom_id in page.ids), (
        page.ids
    )
