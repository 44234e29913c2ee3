"""Entries to a new game: the sheet and menus of boards."""

from typing import Any

from bot.chat.core import custom_ids
from bot.chat.core.offered_boards import offered_boards
from bot.chat.parts.new_game import FIRST_BOARD, board_menus, new_game_mark, sheet
from bot.locale import Texts
from bot.model.servers.server_rules import ServerRules
from rules import GAMES

T = Texts.load().language("en")
BOARDS = offered_boards(GAMES)


def test_the_sheet_shows_the_allowed_boards() -> None:
    scene = sheet(GAMES, T, ServerRules(games=("conhex", "fox-and-hens")))
    assert [board.key for board in scene.boards] == ["conhex", "fox-and-hens"]
    assert scene.alt_text == "The boards you can play on: ConHex, Fox and Hens."
    assert len(sheet(GAMES, T).boards) == len(BOARDS)


def test_menus_hold_each_board_once_with_its_description() -> None:
    menus: list[Any] = board_menus("begin", BOARDS * 2, T)
    selects = [menu.children[0] for menu in menus]
    assert [select.custom_id for select in selects] == ["fp:begin:0", "fp:begin:1"]
    options = [option for select in selects for option in select.options]
    assert [option.value for option in options] == [board.id for board in BOARDS * 2]
    first = next(option for option in options if option.value == FIRST_BOARD)
    board = next(board for board in BOARDS if board.id == FIRST_BOARD)
    assert (first.label, first.description) == (board.name(T), board.about(T))


def test_the_button_names_its_notice() -> None:
    assert custom_ids.read(new_game_mark(17)).rest == "17"
