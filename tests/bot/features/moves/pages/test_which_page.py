"""Pages that ask which game or move is meant: within Discord's limits, the reader's turns first."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from syrupy.assertion import SnapshotAssertion

import rules
from bot.chat.core import custom_ids
from bot.chat.core.interactions.which_game import which_game_page
from bot.features.moves.pages.which_page import MAX_MOVES, which_move_page
from bot.locale import LANGUAGES, Texts
from bot.model.match.match import Match, MatchPosition
from bot.model.people.players import HumanPlayer
from rules.contract import Move
from tests.bot.chat import samples
from tests.bot.chat.page_text import page_text
from tests.bot.chat.presses import handled_verbs

pytest_plugins = ("tests.bot.chat.approved",)

ENGLISH = Texts.load().language("en")
NOW = datetime(2026, 1, 1, tzinfo=UTC)
ANNA = 1
MATCH = replace(samples.MATCH, players=(HumanPlayer(ANNA), HumanPlayer(2)), turn=0)


def matches(number: int) -> list[Match]:
    """Return `number` matches, every second with Anna to move."""
    return [replace(MATCH, id=10**17 + index, turn=index % 2) for index in range(1, number + 1)]


def parts(page: object, kind: int) -> list[dict[str, object]]:
    def walk(component: dict[str, object]) -> list[dict[str, object]]:
        inner = component.get("components") or ()
        assert isinstance(inner, list | tuple)
        return [component, *(part for child in inner for part in walk(child))]

    all_parts = [part for component in page.to_components() for part in walk(component)]  # type: ignore[attr-defined]  # a LayoutView
    assert len(all_parts) <= 40
    return [part for part in all_parts if part["type"] == kind]


ROW, BUTTON, SELECT = 1, 2, 3


@pytest.mark.parametrize("typed", ["", "b2 to b3", "x" * 200])
def test_a_few_games_get_a_button_each_waiting_ones_first(typed: str) -> None:
    page = which_game_page(matches(8), ANNA, {2: "Ben"}, "move-in", typed, ENGLISH)
    ids = [custom_ids.read(str(button["custom_id"])) for button in parts(page, BUTTON)]
    assert [press.verb in handled_verbs() for press in ids] == [True] * 8
    assert [press.numbers(1)[0] % 2 for press in ids] == [0] * 4 + [1] * 4
    assert {press.after(1) for press in ids} == {typed if len(typed) < 60 else ""}


def test_many_games_use_a_menu() -> None:
    (menu,) = parts(which_game_page(matches(40), ANNA, {}, "board-of", "", ENGLISH), SELECT)
    options = menu["options"]
    assert isinstance(options, list)
    assert len(options) == 25
    assert custom_ids.read(str(menu["custom_id"])).numbers(1) == (0,)


def test_every_matching_move_has_a_button() -> None:
    state = rules.GAMES["catch-the-hat"].from_position(
        "turn 0; die 4; H0 r,r,r,r; H2 g,g,g,g,g; R5 r,rg", {}, 2
    )
    moves = [move for move in state.legal_moves() if move.path[-1] == "R9"]
    page = which_move_page(MatchPosition(MATCH, state), "ring 5 ring 9", moves, ENGLISH)
    assert page is not None
    buttons = {str(part["label"]): custom_ids.read(str(part["custom_id"])) for part in parts(page, BUTTON)}
    assert list(buttons) == ["ring 5 (red) → ring 9", "ring 5 (red green) → ring 9"]
    assert [press.verb for press in buttons.values()] == ["confirm", "confirm"]
    assert [press.after(2) for press in buttons.values()] == ["R5:r-R9", "R5:rg-R9"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_disambiguation_pages(approved: SnapshotAssertion, language: str) -> None:
    t, state = Texts.load().language(language), rules.GAMES["conhex"].new()
    few = [replace(MATCH, id=number, turn=number % 2) for number in (7, 8)]
    games = which_game_page(few, ANNA, {2: "Ben"}, "move-in", "f6", t)
    assert page_text(games) == approved(name=f"games-{language}")
    for name, moves in (("move", ["f6"]), ("moves", ["f6", "c4"])):
        page = which_move_page(MatchPosition(MATCH, state), "f 6", [*map(state.parse, moves)], t)
        assert page is not None
        assert page_text(page) == approved(name=f"{name}-{language}")


@pytest.mark.parametrize("moves", [[Move("a1")] * (MAX_MOVES + 1), [Move("x".join(["a1"] * 60))]])
def test_moves_that_do_not_fit_on_buttons_leave_it_to_the_panel(moves: list[Move]) -> None:
    state = rules.GAMES["conhex"].new()
    assert which_move_page(MatchPosition(MATCH, state), "a", moves, ENGLISH) is None


def test_fifteen_moves_get_buttons_in_rows_of_four() -> None:
    state = rules.GAMES["conhex"].new()
    moves = state.legal_moves()[:MAX_MOVES]
    page = which_move_page(MatchPosition(MATCH, state), "a", moves, ENGLISH)
    assert page is not None
    rows = [row["components"] for row in parts(page, ROW)]
    assert [len(row) for row in rows if isinstance(row, list)] == [4, 4, 4, 3]
