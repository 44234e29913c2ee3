"""Position texts of Hounds and Jackals."""

import pytest

from rules import IllegalMove, InvalidMove, InvalidPosition
from rules.games.hounds_and_jackals import GAME
from rules.toolkit.typed import Lexicon, read

EXAMPLE = "hounds 1 2 3 12 27; jackals 1 2 3 4 12; turn hounds; attacked 12 27"
BARE = "hounds 1 2 3 12 27; jackals 1 2 3 4 12; turn hounds"


@pytest.mark.parametrize(
    "text",
    [
        EXAMPLE,
        BARE,
        BARE.replace("turn hounds", "turn jackals"),
        f"{BARE}; passed",
        f"{BARE}; passed twice",
        "hounds 25 26 27 28 29; jackals 1 2 3 4 5; turn jackals",
    ],
)
def test_position_round_trips(text: str) -> None:
    state = GAME.from_position(text)
    assert state.position == text
    assert GAME.from_position(state.position) == state
    assert (state.events, state.last) == ((), None)


def test_order_and_blanks_in_a_position_are_ignored() -> None:
    text = " hounds 27 12 3  2 1;jackals 12 4 3 2 1; turn  hounds ;attacked 27 12\n"
    assert GAME.from_position(text).position == EXAMPLE


def test_two_passes_end_the_game() -> None:
    state = GAME.from_position(f"{BARE}; passed twice")
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.reason) == ((), "double-pass")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "malformed"),
        ("nonsense", "malformed"),
        ("hounds 1 2 3 12 27; jackals 1 2 3 4 12", "malformed"),
        ("jackals 1 2 3 4 12; hounds 1 2 3 12 27; turn hounds", "malformed"),
        (BARE.replace("turn hounds", "turn"), "malformed"),
        (BARE.replace("turn hounds", "turn dogs"), "malformed"),
        (f"{BARE};", "malformed"),
        (f"{BARE}; attacked", "malformed"),
        (f"{BARE}; attacked 12; attacked 27", "malformed"),
        (f"{BARE}; passed thrice", "malformed"),
        (f"{BARE}; passed; passed", "malformed"),
        (f"{BARE}; sleeping", "malformed"),
        (BARE.replace(" 27", ""), "piece-count"),
        (BARE.replace(" 27", " 27 28"), "piece-count"),
        (BARE.replace(" 27", " 30"), "no-such-hole"),
        (BARE.replace(" 27", " 0"), "no-such-hole"),
        (BARE.replace("hounds 1 ", "hounds 01 "), "no-such-hole"),
        (BARE.replace(" 27", " x"), "no-such-hole"),
        (BARE.replace(" 27", " \u0662"), "no-such-hole"),
        (BARE.replace(" 27", " 12"), "named-twice"),
        (f"{BARE}; attacked 12 12", "named-twice"),
        (f"{BARE}; attacked 30", "no-such-hole"),
        (f"{BARE}; attacked 13", "nobody-attacked"),
        (f"{BARE}; attacked 4", "nobody-attacked"),
        (f"{BARE}; attacked 12; passed", "attacked-after-pass"),
        (f"{BARE}; passed twice; attacked 12", "attacked-after-pass"),
    ],
)
def test_impossible_positions_are_refused(text: str, reason: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        GAME.from_position(text)
    assert caught.value.reason == reason


@pytest.mark.parametrize(("turn", "own", "other"), [("hounds", "A", "B"), ("jackals", "B", "A")])
def test_holes_are_typed_by_their_board_names(turn: str, own: str, other: str) -> None:
    state = GAME.from_position(f"hounds 1 2 3 12 27; jackals 1 2 3 4 12; turn {turn}")
    for move in state.legal_moves():
        named = [f"{track}{int(hole):02d}" for track in (own, other) for hole in move.path]
        assert read(state, f"{named[0]}-{named[1]}", Lexicon()) == move
        with pytest.raises((InvalidMove, IllegalMove)):
            read(state, f"{named[2]}-{named[3]}", Lexicon())
