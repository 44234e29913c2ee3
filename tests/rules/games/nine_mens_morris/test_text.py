"""Texts of Nine Men's Morris: stored positions and typed moves."""

import pytest

from rules import AmbiguousMove, IllegalMove, InvalidMove, InvalidPosition
from rules.games.nine_mens_morris import GAME
from rules.games.nine_mens_morris.text import Layout
from rules.toolkit import typed

START = ".../.../.../....../.../.../... w 9 9"
EARLY = "w../.../.../w....b/.../..b/... w 7 7"


def test_positions_round_trip() -> None:
    assert GAME.new().position == START
    state = GAME.from_position(EARLY)
    assert state.position == EARLY
    assert state.men == {"a4": 0, "a7": 0, "f2": 1, "g4": 1}
    assert (state.turn, state.hands, state.lost) == (0, (7, 7), (0, 0))
    assert GAME.new({"men": "6"}).position == ".../.../..../.../... w 6 6"


def test_layout_round_trips_through_its_key() -> None:
    layout = Layout((1 << 23 | 1, 1 << 22 | 2), (3, 2), 1)
    assert Layout.of_key(layout.key, layout.hands) == layout


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "malformed"),
        (START.upper(), "malformed"),
        (START + " ", "malformed"),
        (START.replace(" w", " g"), "malformed"),
        (START.replace("9 9", "13 9"), "malformed"),
        (".../.../.../..../.../.../... w 9 9", "malformed"),
        (".../.../..../.../... w 6 6", "malformed"),
        ("www/www/www/w...../.../.../... w 0 0", "too-many-men"),
        ("w../.../.../....../.../.../... b 9 9", "too-many-men"),
        (".../.../.../....../.../.../... w 8 9", "hands"),
        (".../.../.../....../.../.../... b 9 9", "hands"),
        ("www/.../.../....../.../.../bbb w 0 1", "hands"),
    ],
)
def test_impossible_positions_are_refused(text: str, reason: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        GAME.from_position(text)
    assert caught.value.reason == reason


def test_second_placer_may_have_one_more_man_in_hand() -> None:
    assert GAME.from_position("www/.../.../....../.../.../bbb b 0 1").turn == 1
    assert GAME.from_position("www/.../.../....../.../.../bbb b 0 0").turn == 1


def test_case_and_blanks_in_moves_are_ignored() -> None:
    state = GAME.from_position(EARLY)
    assert str(state.parse(" D6 ")) == "d6"
    assert str(state.parse("a1 X g4")) == "a1xg4"
    assert str(typed.read(state, "a1 takes g4", typed.Lexicon(["takes"]))) == "a1xg4"


def test_sole_capture_may_be_omitted() -> None:
    state = GAME.from_position("w../.../.../w...../.../..b/... w 7 7")
    assert str(state.parse("a1")) == "a1xf2"
    with pytest.raises(AmbiguousMove) as caught:
        GAME.from_position(EARLY).parse("a1")
    assert caught.value.reason == "take-which"
    assert caught.value.details == {"number": "1", "points": "f2, g4"}


def test_order_of_two_captures_does_not_matter() -> None:
    state = GAME.from_position(".ww/.../.../w..b../.../.../w.b w 5 5", {"two_mills": "two"})
    assert state.parse("a7xg1xe4") == state.parse("a7xe4xg1") == state.parse("a7")


@pytest.mark.parametrize(
    ("position", "text", "error", "reason"),
    [
        (EARLY, "hello", InvalidMove, "not-a-move"),
        (EARLY, "a1-", InvalidMove, "not-a-move"),
        (EARLY, "d4", InvalidMove, "no-such-point"),
        (EARLY, "a1xb1", InvalidMove, "no-such-point"),
        (EARLY, "a7-d7", IllegalMove, "set-first"),
        (EARLY, "g4", IllegalMove, "occupied"),
        (EARLY, "d7xg4", IllegalMove, "no-mill"),
        (EARLY, "a1xd7", IllegalMove, "not-their-man"),
        (EARLY, "a1xa4", IllegalMove, "not-their-man"),
        (EARLY, "a1xg4xf2", IllegalMove, "wrong-number"),
        ("w.b/.../.../w....b/.../..b/..b w 5 5", "a1xg7", IllegalMove, "in-mill"),
        ("w../.w./.../w....b/.../bbb/... w 0 0", "d6", IllegalMove, "all-set"),
        ("w../.w./w../w....b/.../bbb/... w 0 0", "d7-g7", IllegalMove, "no-man"),
        ("w../.w./w../w....b/.../bbb/... w 0 0", "g4-g7", IllegalMove, "not-your-man"),
        ("w../.w./w../w....b/.../bbb/... w 0 0", "a7-g7", IllegalMove, "not-neighbours"),
        ("w../.w./w../w....b/.../bbb/... w 0 0", "a7-a4", IllegalMove, "occupied"),
        ("w../.w./w../w....b/.../bbb/... w 0 0", "a7-a7", IllegalMove, "occupied"),
    ],
)
def test_unplayable_moves_state_their_reason(
    position: str, text: str, error: type[Exception], reason: str
) -> None:
    with pytest.raises(error) as caught:
        GAME.from_position(position).parse(text)
    assert getattr(caught.value, "reason") == reason  # noqa: B009 -- Exception declares no `reason`


def test_nothing_is_captured_if_all_men_are_protected() -> None:
    state = GAME.from_position("w../.../.../w...../.../bbb/..b w 5 5", {"all_in_mills": "none"})
    protected = GAME.from_position("w../.../.../w...../.../bbb/... w 6 6", {"all_in_mills": "none"})
    assert str(protected.parse("a1")) == "a1"
    assert str(state.parse("a1")) == "a1xg1"
    with pytest.raises(IllegalMove) as caught:
        protected.parse("a1xb2")
    assert caught.value.reason == "nothing-to-take"
