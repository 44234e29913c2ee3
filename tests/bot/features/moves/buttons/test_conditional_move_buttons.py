"""Buttons that plan replies while the opponent thinks."""

from bot.chat.core import custom_ids
from bot.features.moves.buttons import conditional_move_buttons
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import BEN, World

pytest_plugins = ("tests.bot.support.worlds",)


async def test_the_waiting_player_plans_and_deletes_a_reply(world: World) -> None:
    match = await world.match("conhex")
    presses = Presses(world, conditional_move_buttons.HANDLERS)
    question = await presses.answer_to(BEN, custom_ids.write("plan", match.id))
    assert not question.public
    await world.services.conditional_moves.add(world.by(BEN), match.id, ("f6", "c4"))
    lines_page = await presses.answer_to(BEN, custom_ids.write("plan-list", match.id))
    assert "f6" in lines_page.text
    cleared = await presses.answer_to(BEN, custom_ids.write("plan-clear", match.id))
    assert cleared.in_place
    assert (await world.services.conditional_moves.lines(BEN.id, match.id)).lines == ()
