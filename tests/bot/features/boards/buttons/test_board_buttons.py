"""Buttons that open a board, as a picture or in words."""

from bot.chat.core import custom_ids
from bot.features.boards.buttons import board_buttons
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.support.worlds",)


async def test_a_board_opens_privately_and_in_words(world: World) -> None:
    match = await world.match("conhex")
    presses = Presses(world, board_buttons.HANDLERS)
    board = await presses.answer_to(ANNA, custom_ids.write("board", match.id), public=True)
    assert custom_ids.write("more", match.id) in board.ids
    assert not board.public
    words = await presses.answer_to(
        BEN, custom_ids.write(board_buttons.BOARD_OF, 0, board_buttons.IN_WORDS), "1"
    )
    assert "Anna is to move" in words.text


async def test_selecting_a_listed_game_opens_it(world: World) -> None:
    match = await world.match("conhex")
    presses = Presses(world, board_buttons.HANDLERS)
    page = await presses.answer_to(ANNA, custom_ids.write("open"), str(match.id))
    assert f"#{match.id}" in page.text
