"""The menu below a public board: first positions, captures under rules that punish oversights."""

import pytest
from syrupy.assertion import SnapshotAssertion

import rules
from bot.chat.core.messages.layouts import Menu
from bot.chat.core.pictures import Pictures
from bot.chat.parts.moves import move_tree
from bot.chat.parts.moves.board_menu import board_menu
from bot.locale import Language, Texts
from render import View
from rules.contract import Game, State
from rules.contract.capabilities import punishes_oversight
from tests.bot.support.positions import position
from tests.galleries import GALLERY

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
PICTURES = Pictures(GALLERY)


def _menu(state: State, t: Language) -> Menu | None:
    return board_menu(PICTURES, position(state), View(), t)


def _text(menu: Menu | None) -> str:
    if menu is None:
        return "no menu\n"
    item = menu.item()
    options = [f"  - {option.label} · {option.description or ''} ({option.value})" for option in item.options]
    return "\n".join([f"{item.placeholder} ({item.custom_id})", *options, ""])


@pytest.mark.parametrize("game", rules.GAMES.values(), ids=lambda game: game.key)
@pytest.mark.parametrize("code", ["en", "de"])
def test_menus_of_initial_positions(approved: SnapshotAssertion, game: Game, code: str) -> None:
    assert _text(_menu(game.new(), TEXTS.language(code))) == approved(name=f"{game.key}-{code}")


def test_a_public_menu_reveals_no_capture() -> None:
    state, seen = rules.GAMES["fox-and-hens"].new(), 0
    for _ in range(40):
        moves = state.legal_moves()
        if not moves:
            break
        menu = _menu(state, TEXTS.language("en"))
        if menu is not None and punishes_oversight(state) and len(moves) <= move_tree.MOST:
            # Calls have their own buttons.
            pieces = {move.path[0] for move in moves if not move.action}
            assert {choice.label for choice in menu.options} == pieces
            seen += 1
        state = state.play(moves[len(moves) // 2])
    assert seen > 5
