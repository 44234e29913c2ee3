from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules
from bot.chat.panels import move_picker
from bot.chat.panels.move_picker import Step
from rules.contract import Move


def walk(moves: Sequence[Move], step: Step) -> set[Move]:
    """Return every move that a person can reach from a step by choosing."""
    choice = move_picker.choose(moves, step)
    reached = set(choice.moves)
    for point, _ in choice.points:
        reached |= walk(moves, step.on(point))
    for action in choice.actions:
        reached |= walk(moves, Step(action))
    return reached


@pytest.mark.parametrize("key", rules.GAMES)
def test_every_legal_move_can_be_chosen_and_no_other(key: str) -> None:
    state = rules.GAMES[key].new()
    for _ in range(12):
        moves = state.legal_moves()
        assert walk(moves, Step()) == set(moves)
        played = [move for move, _ in state.chances()] or moves
        state = state.play(played[len(played) // 3])


def test_a_special_move_is_offered_by_its_action() -> None:
    state = rules.GAMES["conhex"].new()
    after = state.play(state.parse("f6"))
    choice = move_picker.choose(after.legal_moves(), Step())
    assert choice.actions == ("swap",)
    assert move_picker.decided(move_picker.choose(after.legal_moves(), Step("swap"))) == after.parse("swap")


def test_a_path_that_ends_where_another_goes_on_offers_both() -> None:
    short, long = Move("R2-H0", ("R2", "H0")), Move("R2-H0-R1", ("R2", "H0", "R1"))
    choice = move_picker.choose((short, long), Step("", ("R2", "H0")))
    assert choice.moves == (short,)
    assert choice.points == (("R1", 1),)
    assert move_picker.decided(choice) is None


def test_moves_that_touch_the_same_points_stay_apart() -> None:
    twins = (Move("R5:r-R9", ("R5", "R9")), Move("R5:rb-R9", ("R5", "R9")))
    assert move_picker.choose(twins, Step("", ("R5", "R9"))).moves == twins


@given(st.lists(st.sampled_from(["e1", "e5", "k11", "z"]), max_size=5), st.sampled_from(["", "swap"]))
def test_a_step_survives_being_written(path: list[str], action: str) -> None:
    step = Step(action, tuple(path))
    assert move_picker.read_step(move_picker.write_step(step)) == step


def test_where_there_is_only_one_action_it_is_meant() -> None:
    places = (Move("place d3", ("d3",), "place"), Move("place d4", ("d4",), "place"))
    assert move_picker.entered(places, Step()) == Step("place")
    both = (*places, Move("d4-d5", ("d4", "d5")))
    assert move_picker.entered(both, Step()) == Step()


def test_a_call_is_never_entered_by_itself() -> None:
    assert move_picker.entered((), Step(), ("claim",)) == Step()


def test_back_undoes_one_choice() -> None:
    assert Step().on("e1").on("e5").back() == Step().on("e1")
    assert Step("swap").back() == Step()


class TestSuggest:
    moves = rules.GAMES["hnefatafl"].new().legal_moves()

    def test_few_moves_are_listed_whole(self) -> None:
        assert move_picker.suggest(self.moves, "g2", 25) == tuple(
            (str(move), 1) for move in self.moves if str(move).startswith("g2")
        )

    def test_many_moves_are_grouped_and_none_is_lost(self) -> None:
        groups = move_picker.suggest(self.moves, "", 25)
        assert len(groups) <= 25
        assert sum(number for _, number in groups) == len(self.moves)
        for beginning, number in groups:
            assert sum(str(move).startswith(beginning) for move in self.moves) == number

    def test_typing_narrows(self) -> None:
        (beginning, number), *_ = (group for group in move_picker.suggest(self.moves, "", 25) if group[1] > 1)
        assert sum(n for _, n in move_picker.suggest(self.moves, beginning, 25)) == number

    def test_case_and_blanks_do_not_matter(self) -> None:
        assert move_picker.suggest(self.moves, " E1 -", 25) == move_picker.suggest(self.moves, "e1-", 25)

    def test_a_target_is_found_too(self) -> None:
        assert all(text.endswith("-g3") for text, _ in move_picker.suggest(self.moves, "-g3", 25))

    def test_a_call_is_offered_alike_whether_or_not_it_is_legal(self) -> None:
        steps = (Move("d4-d5", ("d4", "d5")),)
        justified = (*steps, Move("claim c5", ("c5",), "claim"))
        assert move_picker.suggest(justified, "", 25, ("claim",)) == move_picker.suggest(
            steps, "", 25, ("claim",)
        )
        assert move_picker.choose(justified, Step(), ("claim",)) == move_picker.choose(
            steps, Step(), ("claim",)
        )

    def test_nonsense_suggests_nothing(self) -> None:
        assert move_picker.suggest(self.moves, "xyz", 25) == ()
