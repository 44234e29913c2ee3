"""Position texts of ConHex."""

import pytest

from rules import InvalidPosition, Outcome
from rules.games.conhex import GAME

EXAMPLE = "red b3 b5; blue k1; red-cells z0.15; blue-cells; turn blue"
LEFT_EDGE = "z0.0 z0.12 z0.13 z0.14 z0.15"


def test_example_position_round_trips() -> None:
    state = GAME.from_position(EXAMPLE)
    assert state.position == EXAMPLE
    assert state.balls == {"k1": 1, "b3": 0, "b5": 0}
    assert state.cells == {"z0.15": 0}
    assert (state.turn, state.outcome, state.events, state.last) == (1, None, (), None)


def test_order_and_blanks_in_a_position_are_ignored() -> None:
    state = GAME.from_position("  red b5  b3;blue k1 ;red-cells z0.15;blue-cells ; turn  blue\n")
    assert state.position == EXAMPLE


def test_nodes_are_sorted_by_row_and_cells_by_table() -> None:
    text = "red a11 c2 k1 a1; blue; red-cells z1.11 z0.2 z0.10; blue-cells; turn red"
    expected = "red a1 k1 c2 a11; blue; red-cells z0.2 z0.10 z1.11; blue-cells; turn red"
    assert GAME.from_position(text).position == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "malformed"),
        ("red; blue; red-cells; blue-cells", "malformed"),
        ("red; blue; red-cells; blue-cells; turn red; ", "malformed"),
        ("blue; red; red-cells; blue-cells; turn red", "malformed"),
        ("red; blue; cells; blue-cells; turn red", "malformed"),
        ("red; blue; red-cells; blue-cells; turn", "malformed"),
        ("red; blue; red-cells; blue-cells; turn green", "malformed"),
        ("red; blue; red-cells; blue-cells; turn red blue", "malformed"),
        ("red a2; blue; red-cells; blue-cells; turn red", "no-such-node"),
        ("red; blue z0.0; red-cells; blue-cells; turn red", "no-such-node"),
        ("red; blue; red-cells z0.16; blue-cells; turn red", "no-such-cell"),
        ("red; blue; red-cells; blue-cells a1; turn red", "no-such-cell"),
        ("red a1 a1; blue; red-cells; blue-cells; turn red", "named-twice"),
        ("red a1; blue a1; red-cells; blue-cells; turn red", "named-twice"),
        ("red; blue; red-cells z4.0; blue-cells z4.0; turn red", "named-twice"),
    ],
)
def test_impossible_positions_are_refused(text: str, reason: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        GAME.from_position(text)
    assert caught.value.reason == reason


def test_position_cannot_exceed_the_ball_supply() -> None:
    text = "red; blue a1 k1 c2; red-cells; blue-cells; turn red"
    assert GAME.from_position(text, {"balls": "3"}).supply == (3, 0)
    with pytest.raises(InvalidPosition, match="blue has 3 balls") as caught:
        GAME.from_position(text, {"balls": "2"})
    assert caught.value.details == {"role": "blue", "number": "3", "limit": "2"}


@pytest.mark.parametrize("turn", ["red", "blue"])
@pytest.mark.parametrize(
    ("cells", "winner"),
    [
        (f"red-cells {LEFT_EDGE}; blue-cells", 0),
        ("red-cells; blue-cells z0.6 z0.14 z1.4 z1.11 z2.0 z2.3 z3.0 z3.1 z4.0", 1),
    ],
)
def test_chain_ends_the_game_for_either_mover(turn: str, cells: str, winner: int) -> None:
    text = f"red; blue; {cells}; turn {turn}"
    state = GAME.from_position(text)
    assert state.outcome == Outcome((winner,), "connected")
    assert (state.turn, state.legal_moves()) == (None, ())
    assert state.position == text
    assert state.chain
    assert not [cell for cell in state.chain if state.cells[cell] != winner]


def test_chain_along_one_edge_does_not_connect() -> None:
    assert GAME.from_position(f"red; blue; red-cells; blue-cells {LEFT_EDGE}; turn red").outcome is None


def test_position_text_decides_cell_ownership() -> None:
    # Red has enough balls on z0.0, but takes it only with the next ball there.
    state = GAME.from_position("red a1 c2; blue; red-cells; blue-cells z4.0; turn blue")
    assert state.cells == {"z4.0": 1}
    assert state.play(state.parse("f6")).cells == {"z4.0": 1}
    assert state.play(state.parse("f6")).play(state.parse("b3")).cells == {"z0.0": 0, "z4.0": 1}


def test_swap_availability_follows_from_the_position() -> None:
    text = "red f6; blue; red-cells; blue-cells; turn {}"
    assert str(GAME.from_position(text.format("blue")).legal_moves()[-1]) == "swap"
    assert str(GAME.from_position(text.format("red")).legal_moves()[-1]) == "k11"
    assert str(GAME.from_position(text.format("blue"), {"swap": "off"}).legal_moves()[-1]) == "k11"
