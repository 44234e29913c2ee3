import pytest

import rules
from bot.chat.panels import match_panel, move_picker
from bot.locale import Texts
from rules.contract import State

TEXTS = Texts.load()


def question(state: State, language: str, *path: str) -> str:
    step = move_picker.Step("", path)
    choice = move_picker.choose(state.legal_moves(), step)
    return match_panel.asked(state.game.key, step, choice, TEXTS.language(language))


@pytest.mark.parametrize("balls", ["1", "unlimited"])
@pytest.mark.parametrize("swap", ["on", "off"])
def test_while_there_are_balls_the_question_is_where_to_place_one(balls: str, swap: str) -> None:
    state: State = rules.GAMES["conhex"].new({"balls": balls, "swap": swap})
    for move in ("f6", "b5"):
        assert question(state, "en") == "Where do you place your ball?"
        assert question(state, "de") == "Wohin setzt du deine Kugel?"
        state = state.play(state.parse(move))


def test_out_of_balls_the_question_is_which_one_to_lift() -> None:
    state: State = rules.GAMES["conhex"].new({"balls": "1", "swap": "off"})
    for move in ("f6", "b5"):
        state = state.play(state.parse(move))
    assert question(state, "en") == "You have no ball left to place: which one do you lift from the board?"
    assert question(state, "de") == "Du hast keine Kugel mehr zu setzen: Welche nimmst du vom Brett?"
    assert question(state, "en", "f6") == "Where do you put it instead?"


def test_what_has_no_question_of_its_own_is_asked_in_general() -> None:
    state: State = rules.GAMES["hnefatafl"].new()
    assert question(state, "en") == TEXTS.language("en")("hnefatafl.ask.0")
