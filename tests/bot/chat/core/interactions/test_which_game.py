"""The page that asks for the intended game."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

import rules
from bot.chat.core import custom_ids
from bot.chat.core.interactions.which_game import MAX_BUTTONS, chosen_game, which_game_page
from bot.chat.core.offered_boards import board_id, board_of, named_board, offered_boards, read_board
from bot.locale import Texts
from bot.model.match.match import Match
from bot.model.refusal import Refusal
from bot.model.servers.server_rules import ServerRules
from tests.bot.chat import samples
from tests.bot.chat.page_text import page_text

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
NAMES = {1: "Anna", 2: "Ben"}


def _matches(number: int) -> list[Match]:
    """Return matches of Anna; in every second one it is her turn."""
    return [replace(samples.MATCH, id=30 + each, turn=each % 2) for each in range(1, number + 1)]


def test_the_which_game_page(approved: SnapshotAssertion) -> None:
    for code in ("en", "de"):
        pages = [
            page_text(which_game_page(_matches(number), 1, NAMES, "resign-ask", then, TEXTS.language(code)))
            for number, then in ((3, "a1"), (MAX_BUTTONS, ""), (MAX_BUTTONS + 1, "a1"))
        ]
        assert "===\n".join(pages) == approved(name=code)


def test_a_long_argument_is_dropped_and_a_menu_holds_25_games() -> None:
    t = TEXTS.language("en")
    for length, kept in ((60, True), (90, False)):
        page = which_game_page(_matches(2), 1, NAMES, "move", "x" * length, t)
        assert page_text(page).count("x" * 20) == (2 * (length // 20) if kept else 0)
    assert page_text(which_game_page(_matches(40), 1, NAMES, "move", "", t)).count("#") == 25


def test_the_chosen_game_comes_from_the_button_or_the_menu() -> None:
    menu: Any = SimpleNamespace(choice="34")
    assert chosen_game(menu, custom_ids.Press("move", "31:a1")) == 31
    assert chosen_game(menu, custom_ids.Press("move", "0:a1")) == 34
    with pytest.raises(custom_ids.MalformedId):
        chosen_game(menu, custom_ids.Press("move", "x"))


def test_boards_have_ids_names_and_descriptions(approved: SnapshotAssertion) -> None:
    for code in ("en", "de"):
        t = TEXTS.language(code)
        lines = [
            f"{board.id} {dict(board.options)}: {board.name(t)} = {board.about(t)}"
            for board in offered_boards(rules.GAMES)
        ]
        assert "\n".join([*lines, ""]) == approved(name=code)


def test_boards_are_found_by_id_key_and_options() -> None:
    boards = offered_boards(rules.GAMES)
    for board in boards:
        assert read_board(rules.GAMES, board.id) == named_board(rules.GAMES, board.id) == board
        assert board_of(rules.GAMES, board.key, {**board.options, "other": "x"}) == board
        assert board_id(rules.GAMES[board.key], board.options) == board.id
    first = next(board for board in boards if board.key == "hnefatafl")
    assert read_board(rules.GAMES, "hnefatafl") == first
    assert board_of(rules.GAMES, "hnefatafl", {}) == first
    assert {board.key for board in offered_boards(rules.GAMES, ServerRules(games=("conhex",)))} == {"conhex"}
    with pytest.raises(Refusal) as refused:
        named_board(rules.GAMES, "chess")
    assert (refused.value.reason, refused.value.details) == ("unknown-rules", {"game": "chess"})
