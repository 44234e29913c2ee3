"""Position texts of Fox and Hens."""

import pytest

from rules import InvalidPosition
from rules.games.fox_and_hens import GAME

HENS = "hens a3 a4 b3 b5 c1 c2 c3 d1 d2 d3"
CLAIM = f"{HENS}; foxes c5 e6; off 0; turn hens; claimable c5; step e5-e6"


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (f"{HENS}; foxes c5 e5; off 0; turn hens", {}),
        (f"{HENS}; foxes c5; off 1; turn foxes", {}),
        (f"{HENS}; foxes; off 2; turn hens", {}),
        ("hens; foxes c5 e5; off 0; turn foxes", {}),
        (f"{HENS}; foxes c5 e5; off 0; turn foxes; must-capture", {}),
        (f"{HENS}; foxes c5; off 1; turn foxes; must-capture", {"missed_capture": "takeback"}),
        (f"{HENS}; foxes c5; off 1; turn foxes; place", {}),
        (f"{HENS}; foxes c5; off 1; turn hens; place", {"return_by": "hens"}),
        (f"{HENS}; foxes c5 e5; off 0; turn foxes; remove", {"both_missed": "foxes-choose"}),
        (CLAIM, {}),
        (CLAIM, {"missed_capture": "takeback"}),
        (CLAIM.replace("claimable c5", "claimable c5 e6"), {"both_missed": "hens-win"}),
    ],
)
def test_position_round_trips(text: str, options: dict[str, str]) -> None:
    state = GAME.from_position(text, options)
    assert state.position == text
    assert GAME.from_position(state.position, options) == state
    assert (state.events, state.last) == ((), None)


def test_order_and_blanks_in_a_position_are_ignored() -> None:
    text = " hens  b3 a4 a3 d3 d2 d1 c3 c2 c1 b5;foxes e6 c5;off 0; turn hens ;claimable  c5;step e5-e6\n"
    assert GAME.from_position(text).position == CLAIM


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "malformed"),
        ("nonsense", "malformed"),
        (f"{HENS}; foxes c5 e5; off 0", "malformed"),
        (f"foxes c5 e5; {HENS}; off 0; turn hens", "malformed"),
        (f"{HENS}; foxes c5 e5; off 0; turn hens;", "malformed"),
        (f"{HENS}; foxes c5 e5; off 0; turn", "malformed"),
        (f"{HENS}; foxes c5 e5; off 0; turn cocks", "malformed"),
        (f"{HENS}; foxes c5 e5; off 0; turn hens; sleep", "malformed"),
        (f"{HENS}; foxes c5; off 1; turn foxes; place; place", "malformed"),
        (f"{HENS}; foxes c5; off 1; turn foxes; place d5", "malformed"),
        (f"{HENS}; foxes c5 e6; off 0; turn hens; claimable c5", "malformed"),
        (f"{HENS}; foxes c5 e6; off 0; turn hens; claimable; step e5-e6", "malformed"),
        (f"{HENS}; foxes c5 e6; off 0; turn hens; claimable c5; step e5", "malformed"),
        (f"{HENS}; foxes c5 e6; off 0; turn hens; claimable c5; step e5 e6", "malformed"),
        (f"{HENS}; foxes c5 e6; off 0; turn hens; step e5-e6; claimable c5", "malformed"),
        (f"{HENS} a1; foxes c5 e5; off 0; turn hens", "no-such-point"),
        (f"{HENS}; foxes c5 h5; off 0; turn hens", "no-such-point"),
        (CLAIM.replace("claimable c5", "claimable x9"), "no-such-point"),
        (CLAIM.replace("e5-e6", "a1-e6"), "no-such-point"),
        (f"{HENS} a3; foxes c5 e5; off 0; turn hens", "named-twice"),
        (f"{HENS}; foxes c5 c5; off 0; turn hens", "named-twice"),
        (f"{HENS}; foxes c5 a3; off 0; turn hens", "named-twice"),
        (CLAIM.replace("claimable c5", "claimable c5 c5"), "named-twice"),
        (f"{HENS} d4 c4 e1 e2 e3 e4 f3 f4 g3 g4 g5; foxes c5 e5; off 0; turn hens", "too-many-hens"),
        (f"{HENS}; foxes c5 e5; off 1; turn hens", "fox-count"),
        (f"{HENS}; foxes c5; off 0; turn hens", "fox-count"),
        (f"{HENS}; foxes c5 d5 e5; off -1; turn hens", "fox-count"),
        (f"{HENS}; foxes c5 d5 e5; off 0; turn hens", "fox-count"),
        (f"{HENS}; foxes c5 e5; off; turn hens", "fox-count"),
        (f"{HENS}; foxes c5 e5; off 0 0; turn hens", "fox-count"),
        (f"{HENS}; foxes c5 e5; off 0; turn foxes; place", "pending-does-not-fit"),
        (f"{HENS}; foxes; off 2; turn foxes; place", "pending-does-not-fit"),
        (f"{HENS}; foxes c5; off 1; turn hens; place", "pending-does-not-fit"),
        (f"{HENS}; foxes c5; off 1; turn foxes; remove", "pending-does-not-fit"),
        (f"{HENS}; foxes c5 e5; off 0; turn hens; remove", "pending-does-not-fit"),
        (f"{HENS}; foxes c5 e5; off 0; turn hens; must-capture", "pending-does-not-fit"),
        (f"{HENS}; foxes e6 e5; off 0; turn foxes; must-capture", "pending-does-not-fit"),
        (CLAIM.replace("turn hens", "turn foxes"), "pending-does-not-fit"),
        (CLAIM.replace("claimable c5", "claimable d5"), "pending-does-not-fit"),
        (CLAIM.replace("e5-e6", "d5-d6"), "pending-does-not-fit"),
        (CLAIM.replace("e5-e6", "c7-e6"), "pending-does-not-fit"),
        (CLAIM.replace("foxes c5 e6", "foxes c5 e5"), "pending-does-not-fit"),
    ],
)
def test_impossible_positions_are_refused(text: str, reason: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        GAME.from_position(text)
    assert caught.value.reason == reason


def test_placing_side_follows_the_option() -> None:
    with pytest.raises(InvalidPosition):
        GAME.from_position(f"{HENS}; foxes c5; off 1; turn foxes; place", {"return_by": "hens"})


def test_enforced_captures_exclude_claims() -> None:
    with pytest.raises(InvalidPosition):
        GAME.from_position(CLAIM, {"missed_capture": "enforced"})


def test_takeback_needs_a_capture() -> None:
    text = CLAIM.replace("b5 ", "")
    assert GAME.from_position(text).claimable == ("c5",)
    with pytest.raises(InvalidPosition):
        GAME.from_position(text, {"missed_capture": "takeback"})


def test_finished_game_has_nothing_pending() -> None:
    state = GAME.from_position("hens a3 b5; foxes c5; off 1; turn foxes; place")
    assert state.outcome is not None
    assert state.position == "hens a3 b5; foxes c5; off 1; turn foxes"
