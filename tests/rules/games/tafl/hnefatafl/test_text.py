"""Texts of Hnefatafl: moves and positions."""

import pytest

import rules
from rules.games.tafl.hnefatafl import GAME


@pytest.mark.parametrize(
    "text", ["e1-d1", "e1d1", "E1-D1", " e1-d1 ", "e1-d1xd5", "e1d1xd5xe4", "E1D1XA1", "\te1-d1xs19\n"]
)
def test_move_spelling_is_forgiving(text: str) -> None:
    assert str(GAME.new().parse(text)) == "e1-d1"


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "e1", "e1-", "e1--d1", "e1-d1x", "e1-d1 xd5", "hello", "swap", "**e1-d1**", "<@1>"),
        *("e01-d1", "e1-d0", "z1-z2", "a1-a20", "t1-t2", "e1-d1\0", "e1-d1" * 800),
        *("\N{ARABIC-INDIC DIGIT ONE}", "e\N{SUPERSCRIPT ONE}-d1", "\N{CROWN}"),
    ],
)
def test_invalid_move_texts_are_rejected(text: str) -> None:
    with pytest.raises(rules.InvalidMove):
        GAME.new().parse(text)


def test_two_digit_ranks_are_read_greedily() -> None:
    state = GAME.from_position("13/13/10k2/a12/13/13/13/13/13/13/13/13/13 a")
    assert str(state.parse("a10a12")) == "a10-a12"
    assert str(state.parse("a10-a1" + "2xb1")) == "a10-a12"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "position-side"),
        ("13/13", "position-side"),
        ("3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3", "position-side"),
        ("3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3 b", "position-side"),
        ("3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3  a", "position-side"),
        ("3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3 a a", "position-side"),
        ("3a3/3a3/3d3/aadkdaa/3d3/3a3 a", "position-rows"),
        ("3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3/7 a", "position-rows"),
        ("3a3/3a3/3d3/aadkdaa/3d3/3a3/3a4 a", "position-row"),
        ("3a3/3a3/3d3/aadkdaa/3d3/3a3/3a2 a", "position-row"),
        ("3a3/3a3/3d3/aadkdaa/3d3/3a3/3a03 a", "position-row"),
        ("3a3/3a3/3d3/aadkdaa/3d3/3a3/ a", "position-row"),
        ("3a3/3a3/3d3/aadkdaa/3d3/3a3/3?3 a", "position-row"),
        ("3a3/3a3/3d3/aadkdaa/3d3/3a3/" + "9" * 6000 + " a", "position-row"),
        ("3a3/3a3/3d3/aadkdaa/3d3/3a3/3A3 a", "position-piece"),
        ("3a3/3a3/3d3/aadkdaa/3d3/3a3/3b3 a", "position-piece"),
        ("3a3/3a3/3d3/aakkdaa/3d3/3a3/3a3 a", "two-kings"),
        ("3a3/3a3/3d3/aad1daa/3d3/3a3/3a3 a", "no-king"),
        ("3a3/3a3/3d3/aakadaa/3d3/3a3/3a3 a", "man-on-refuge"),
        ("3a3/3a3/3d3/aakddaa/3d3/3a3/3a3 a", "man-on-refuge"),
        ("a2a3/3a3/3d3/aadkdaa/3d3/3a3/3a3 a", "man-on-refuge"),
        ("3a3/3a3/3d3/aadkdaa/3d3/3a3/3a2d d", "man-on-refuge"),
        ("3a2k/3a3/3d3/aad1daa/3d3/3a3/3a3 d", "king-in-corner"),
    ],
)
def test_impossible_positions_are_refused(text: str, reason: str) -> None:
    with pytest.raises(rules.InvalidPosition) as refusal:
        GAME.from_position(text, {"board": "brandubh-7"})
    assert refusal.value.reason == reason


def test_unreachable_positions_are_accepted() -> None:
    text = "1aaaaa1/aaaaaaa/aaaaaaa/aaa1kaa/aaaaaaa/aaaaaaa/1aaaaa1 a"
    state = GAME.from_position(text, {"board": "brandubh-7"})
    assert state.position == text
    assert state.outcome == rules.Outcome((1,), "no-moves")
