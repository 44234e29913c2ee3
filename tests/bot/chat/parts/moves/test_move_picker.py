from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules
from bot.chat.parts.moves import move_picker
from bot.chat.parts.moves.move_picker import PickerStep
from rules.contract import Move
from rules.contract.values import Meaning


def walk(moves: Sequence[Move], step: PickerStep) -> set[Move]:
    """Return the moves that can be reached from a step."""
    choice = move_picker.choose(moves, step)
    reached = set(choice.moves)
    for point, _ in choice.points:
        reached |= walk(moves, step.on(point))
    for action in choice.actions:
        reached |= walk(moves, PickerStep(action))
    return reached


@pytest.mark.parametrize("key", rules.GAMES)
def test_exactly_the_legal_moves_can_be_chosen(key: str) -> None:
    state = rules.GAMES[key].new()
    for _ in range(12):
        moves = state.legal_moves()
        assert walk(moves, PickerStep()) == set(moves)
        candidates = [move for move, _ in state.chances()] or moves
        state = state.play(candidates[len(candidates) // 3])


def test_a_special_move_is_offered_by_its_action() -> None:
    state = rules.GAMES["conhex"].new()
    after = state.play(state.parse("f6"))
    choice = move_picker.choose(after.legal_moves(), PickerStep())
    assert choice.actions == ("swap",)
    assert move_picker.chosen_move(
        move_picker.choose(after.legal_moves(), PickerStep("swap"))
    ) == after.parse("swap")


def test_a_path_that_may_end_or_continue_offers_both() -> None:
    short, long = Move("R2-H0", ("R2", "H0")), Move("R2-H0-R1", ("R2", "H0", "R1"))
    choice = move_picker.choose((short, long), PickerStep("", ("R2", "H0")))
    assert choice.moves == (short,)
    assert choice.points == (("R1", 1),)
    assert move_picker.chosen_move(choice) is None


def test_moves_through_the_same_points_stay_separate() -> None:
    twins = (Move("R5:r-R9", ("R5", "R9")), Move("R5:rb-R9", ("R5", "R9")))
    assert move_picker.choose(twins, PickerStep("", ("R5", "R9"))).moves == twins


@given(st.lists(st.sampled_from(["e1", "e5", "k11", "z"]), max_size=5), st.sampled_from(["", "swap"]))
def test_a_step_is_read_back_as_written(path: list[str], action: str) -> None:
    step = PickerStep(action, tuple(path))
    assert move_picker.read_step(move_picker.write_step(step)) == step


def test_a_single_action_is_chosen_implicitly() -> None:
    places = (Move("place d3", ("d3",), "place"), Move("place d4", ("d4",), "place"))
    assert move_picker.first_step(places, PickerStep()) == PickerStep("place")
    both = (*places, Move("d4-d5", ("d4", "d5")))
    assert move_picker.first_step(both, PickerStep()) == PickerStep()


def test_a_call_is_never_chosen_implicitly() -> None:
    assert move_picker.first_step((), PickerStep(), ("claim",)) == PickerStep()


def test_back_undoes_one_choice() -> None:
    assert PickerStep().on("e1").on("e5").back() == PickerStep().on("e1")
    assert PickerStep("swap").back() == PickerStep()


@pytest.mark.parametrize(
    ("texts", "step"),
    [
        (["R2-H0-R1", "R2-H0-R3"], PickerStep("", ("R2", "H0"))),
        (["R2-H0-R1", "R3-H0-R1"], PickerStep()),
        (["R2-H0"], PickerStep("", ("R2", "H0"))),
    ],
)
def test_moves_share_their_common_first_step(texts: list[str], step: PickerStep) -> None:
    assert move_picker.shared_step([Move(text, tuple(text.split("-"))) for text in texts]) == step


def test_moves_with_different_actions_share_no_step() -> None:
    assert (
        move_picker.shared_step([Move("place d3", ("d3",), "place"), Move("d3-d4", ("d3", "d4"))])
        == PickerStep()
    )


def test_a_next_point_has_a_meaning_if_all_moves_agree() -> None:
    jump = Move("a1-a3", ("a1", "a3"), meanings=(Meaning.FROM, Meaning.TO))
    capture = Move("a1xb1", ("a1", "b1"), meanings=(Meaning.FROM, Meaning.TAKEN))
    plain = Move("a1-c1", ("a1", "c1"))

    def meaning(step: PickerStep, *moves: Move) -> Meaning | None:
        return move_picker.choose(moves, step).meaning

    start, onward = PickerStep(), PickerStep().on("a1")
    assert meaning(start, jump, capture) is Meaning.FROM
    assert [meaning(onward, jump), meaning(onward, capture)] == [Meaning.TO, Meaning.TAKEN]
    assert [meaning(onward, jump, capture), meaning(start, jump, plain), meaning(start, plain)] == [None] * 3
