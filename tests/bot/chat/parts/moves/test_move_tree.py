from collections.abc import Callable, Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules
from bot.chat.core.words import move_labels
from bot.chat.parts.moves import move_tree
from bot.chat.parts.moves.guide_page import choices_at, first_step, offered_moves
from bot.chat.parts.moves.move_picker import START, PickerStep, read_step, write_step
from bot.chat.parts.moves.move_tree import StepChoice
from rules.contract import Move, State
from tests.bot.chat.playing import sampling_step, some_positions

OPENED = 1
"""The first press, which opens the panel."""
CONFIRMED = 1
"""The last press, which confirms the move."""

WaysAt = Callable[[PickerStep], Sequence[StepChoice]]


def presses(ways: WaysAt, step: PickerStep, before: int = OPENED) -> Iterator[tuple[Move, int]]:
    """Yield each move that can be reached from a step, with its number of presses."""
    choices = ways(step)
    assert choices
    for move in move_tree.moves_beside(choices, step):
        yield move, before + 1 + CONFIRMED
    for way in choices:
        if way.move is not None:
            yield way.move, before + 1 + CONFIRMED
            continue
        assert read_step(write_step(way.step)) == way.step
        yield from presses(ways, way.step, before + 1)


def in_panel(state: State) -> list[tuple[Move, int]]:
    """Return the moves that can be reached in a position's panel, with their numbers of presses."""
    return list(presses(lambda step: choices_at(state, step), first_step(state)))


def in_tree(moves: Sequence[Move]) -> list[tuple[Move, int]]:
    """Return the same for a page without menus."""
    return list(presses(lambda step: move_tree.choices(moves, step), START))


@pytest.mark.parametrize("key", rules.GAMES)
def test_exactly_the_legal_moves_are_reached_in_few_presses(key: str) -> None:
    for state in some_positions(key, sampling_step(key)):
        moves = offered_moves(state, START)
        reached = in_panel(state)
        assert {move for move, _ in reached} == set(moves)
        # If moves begin with a piece, its button is on the board message, which saves a press.
        on_board = bool(move_labels.pieces_at_hand(state))
        most = 3 if len(moves) <= move_tree.MOST else 4
        fewest = [min(number for other, number in reached if other == move) for move in moves]
        assert max(fewest) - on_board <= most, state.position


def test_hundreds_of_captures_are_reached_in_four_presses() -> None:
    state = rules.GAMES["fox-and-hens"].from_position(
        "hens d4 e2 a3 f4 f5 d1 d3 c2 g4 e7 b4 e4 e6 d2 f3 a5; foxes c5 g3; off 0; turn foxes",
        {"missed_capture": "enforced"},
    )
    moves = state.legal_moves()
    assert len(moves) > move_tree.MOST**2, "more than two presses could tell apart"
    reached = dict(in_panel(state))
    assert set(reached) == set(moves)
    assert max(reached.values()) <= 4


def test_conhex_nodes_are_chosen_by_letter_and_number() -> None:
    moves = rules.GAMES["conhex"].new().legal_moves()
    letters = move_tree.choices(moves, START)
    assert [way.step.part for way in letters] == [f"c~{letter}~{letter}" for letter in "abcdefghijk"]
    numbers = move_tree.choices(moves, letters[1].step)
    assert [way.move.text for way in numbers if way.move] == [m.text for m in moves if m.text[0] == "b"]


def test_a_part_with_one_piece_becomes_that_piece() -> None:
    state = rules.GAMES["hnefatafl"].new({"board": "alea-evangelii-19"})
    choices = move_tree.choices(state.legal_moves(), START)
    for way in choices:
        alone = {move.path[0] for move in way.moves}
        assert (len(alone) == 1) is bool(way.step.path)


def test_choices_follow_board_order() -> None:
    moves = rules.GAMES["hnefatafl"].new().legal_moves()
    starts = [way.step.path[0] for way in move_tree.choices(moves, START)]
    assert starts == sorted(starts, key=lambda name: (name[0], int(name[1:])))


@pytest.mark.parametrize(
    "names",
    [
        [str(number) for number in range(1, 80)],
        [f"S{spoke}.{number}" for spoke in range(6) for number in range(1, 15)],
        [f"R{number}" for number in range(60)],
        [f"{letter}{number}" for letter in "abcdefghijklmnopqrstuvwxyzABCDEFGH" for number in range(2)],
    ],
    ids=["numbers", "dots", "one letter", "many letters"],
)
def test_points_with_any_names_are_reached_part_by_part(names: list[str]) -> None:
    moves = [Move(name, (name,)) for name in names]
    moves += [Move(f"x-{name}", ("x0", name)) for name in names]
    reached = in_tree(moves)
    assert sorted(move.text for move, _ in reached) == sorted(move.text for move in moves)
    assert max(number for _, number in reached) <= 5


def test_an_unknown_step_has_no_choices() -> None:
    moves = rules.GAMES["hnefatafl"].new().legal_moves()
    for step in (
        PickerStep("", ("z1",)),
        PickerStep("", (), "c~x~z"),
        PickerStep("", (), "?"),
        PickerStep("swap"),
    ):
        assert move_tree.choices(moves, step) == ()


def test_the_steps_to_a_move_begin_at_the_first_step() -> None:
    state = rules.GAMES["hnefatafl"].new({"board": "alea-evangelii-19"})
    for move in state.legal_moves()[::40]:
        steps = move_tree.steps_to(lambda step: choices_at(state, step), START, [move])
        assert steps[0] == START
        assert not [step for step in steps if move not in move_tree.moves_after(state.legal_moves(), step)]
        assert any(way.move == move for way in choices_at(state, steps[-1])), list(
            choices_at(state, steps[-1])
        )


@given(
    st.lists(st.sampled_from(["e1", "R5:rb", "z"]), max_size=4),
    st.sampled_from(["", "place"]),
    st.sampled_from(["", "c~a~b", "r~5", "n~H0~R3"]),
)
def test_a_step_is_read_back_as_written(path: list[str], action: str, part: str) -> None:
    step = PickerStep(action, tuple(path), part)
    assert read_step(write_step(step)) == step


def test_moves_without_points_come_last_in_board_order() -> None:
    state = rules.GAMES["conhex"].new({"swap": "on"})
    (first,) = (move for move in state.legal_moves() if move.path == ("f6",))
    moves = move_tree.moves_after(state.play(first).legal_moves(), START)
    assert [move.path for move in moves[:3]] == [("a1",), ("a11",), ("b3",)]
    assert [move.path for move in moves if not move.path] == [moves[-1].path]
