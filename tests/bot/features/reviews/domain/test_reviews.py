"""The rules of reviews: the next ply to review, certain verdicts, and turning points."""

from dataclasses import replace

import pytest

from bot.features.reviews.domain import (
    Review,
    ReviewedPly,
    TurnKind,
    contradictions,
    doubtful,
    next_look,
    settle,
    turning_points,
)
from bot.model.match.match import RESIGNATION
from bot.model.people.players import HumanPlayer
from engines import Fact, GameValue, MoveWorth, PlyVerdict
from rules.contract import Outcome
from tests.bot.support.matches_in_memory import match_of

EVEN = MoveWorth(0.5)
WON, LOST = GameValue.WON, GameValue.LOST


def ply(
    number: int, best: MoveWorth = EVEN, worth: MoveWorth = EVEN, text: str = "b", looks: int = 1
) -> ReviewedPly:
    """Return a reviewed ply of alternating seats; the best move was "a"."""
    seat = (number - 1) % 2
    shares = (best.chance, 1 - best.chance)
    verdict = PlyVerdict("a", best, worth, shares if seat == 0 else shares[::-1])
    return ReviewedPly(number, seat, text, looks, verdict)


def test_all_plies_are_reviewed_for_less_time_in_longer_matches() -> None:
    first = next_look(80, [])
    assert first is not None
    assert (first.first, first.looks) == (1, 1)
    assert 0.2 < first.seconds <= 0.4
    assert 80 * first.seconds <= 30
    second = next_look(80, [ply(number) for number in range(1, first.last + 1)])
    assert second is not None
    assert second.first == first.last + 1
    longer = next_look(400, [])
    assert longer is not None
    assert longer.seconds < first.seconds
    assert longer.last > first.last
    assert next_look(3, [ply(number) for number in (1, 2, 3)]) is None


def test_chances_cover_each_ply_and_the_end() -> None:
    match = replace(match_of(HumanPlayer(1), HumanPlayer(2)), plies=2)
    review = Review(match, (ply(1, MoveWorth(0.6)), ply(2, MoveWorth(0.7), MoveWorth(0.4))))
    assert dict(review.chances(0)) == pytest.approx({0: 0.6, 1: 0.3, 2: 0.6})
    assert dict(review.chances(1)) == pytest.approx({0: 0.4, 1: 0.7, 2: 0.4})
    won = replace(match, outcome=Outcome((1,), "stones"))
    drawn = replace(match, outcome=Outcome((), "stones"))
    resigned = replace(match, outcome=Outcome((1,), RESIGNATION))
    ends = [Review(finished, review.plies).chances(0)[-1][1] for finished in (won, drawn, resigned)]
    assert ends == pytest.approx([0.0, 0.5, 0.6]), "resigning proves nothing about the position"


@pytest.mark.parametrize(("number", "shares"), [(1, (1.0, 0.0)), (2, (0.0, 1.0))])
def test_a_ply_wins_if_all_replies_lose(number: int, shares: tuple[float, float]) -> None:
    lost = MoveWorth(0.0, -2)
    first, _ = settle([ply(number), ply(number + 1, lost, lost)])
    assert first.verdict is not None
    assert first.verdict.shares == shares


def test_a_gap_is_reviewed_first() -> None:
    look = next_look(5, [ply(1), ply(3), ply(4)])
    assert look is not None
    assert (look.first, look.last) == (2, 2), "reviewed plies are not repeated"


def test_turning_points_are_reviewed_exactly_twice() -> None:
    plies = [ply(1), ply(2, MoveWorth(0.6), MoveWorth(0.2)), ply(3)]
    look = next_look(3, plies)
    assert look is not None
    assert (look.first, look.last, look.looks) == (2, 2, 2)
    plies[1] = replace(plies[1], looks=2)
    assert next_look(3, plies) is None


def test_second_looks_are_limited() -> None:
    missed_win = MoveWorth(1, 1)
    plies = [ply(number, missed_win, looks=2 if number <= 8 else 1) for number in range(1, 40)]
    assert next_look(39, plies) is None


def test_a_contradicted_win_is_searched_again() -> None:
    plies = [ply(1, EVEN, MoveWorth(0, -4)), ply(2), ply(3)]
    assert contradictions(plies) == (2,)
    look = next_look(3, plies)
    assert look is not None
    assert look.first == 2
    assert contradictions([plies[0], ply(2, MoveWorth(1, 3))]) == ()


def test_a_later_win_refutes_the_previous_move() -> None:
    first, second = settle([ply(1, EVEN, EVEN, "b"), ply(2, MoveWorth(1, 3), MoveWorth(1, 3), "a")])
    assert first.verdict is not None
    assert first.verdict.of_played == MoveWorth(0, -4)
    assert first.verdict.of_best == EVEN, "something else may have been better"
    assert second.verdict is not None
    assert second.verdict.of_played == MoveWorth(1, 3)


def test_a_refuted_best_move_does_not_refute_its_siblings() -> None:
    """The best move found loses; its siblings were not refuted, so the position may not be lost."""
    stored = [
        ply(1),
        ply(2, MoveWorth(0.717), MoveWorth(0.717), "a"),
        ply(3, MoveWorth(1, 3), MoveWorth(1, 3)),
    ]
    first, second, _ = settle(stored)
    assert first == stored[0]
    assert second.verdict is not None
    assert second.verdict.of_best == MoveWorth(0.717)
    assert second.verdict.of_played == MoveWorth(0, -4)
    assert second.verdict.shares == pytest.approx((0.283, 0.717)), "the curve shows the evaluation"
    assert turning_points((first, second)) == (), "nothing better is known"
    assert doubtful(stored)[0] == 2, "the ply is reviewed again"


def test_a_loss_of_all_moves_is_propagated_back() -> None:
    """Every move of ply 2 is proved to lose, so ply 1 wins; the siblings of ply 0 stay unproved."""
    losing = MoveWorth(0, -2)
    first, second = settle([ply(1, MoveWorth(0.6), MoveWorth(0.4), "b"), ply(2, losing, losing, "a")])
    assert first.verdict is not None
    assert first.verdict.of_best == first.verdict.of_played == MoveWorth(1, 3)
    assert first.verdict.best == "b"
    assert turning_points((first, second)) == ()


def test_a_dropped_evaluation_is_reviewed_again() -> None:
    plies = [ply(1, MoveWorth(0.7), MoveWorth(0.69)), ply(2, MoveWorth(0.65), MoveWorth(0.65), "a")]
    assert doubtful(plies) == (1,), "0.69 was expected, 0.35 came out"
    look = next_look(2, plies)
    assert look is not None
    assert (look.first, look.looks) == (1, 2)
    roll = ReviewedPly(2, None, "roll:3", 1, None)
    assert doubtful([plies[0], roll, replace(plies[1], number=3)]) == ()


def test_a_proved_loss_makes_the_previous_move_a_win() -> None:
    first, _ = settle([ply(1, EVEN, EVEN, "b"), ply(2, MoveWorth(0, -2), MoveWorth(0, -2))])
    assert first.verdict is not None
    assert first.verdict.of_best == first.verdict.of_played == MoveWorth(1, 3)
    assert first.verdict.best == "b"


def test_dice_between_plies_prevent_propagation() -> None:
    roll = ReviewedPly(2, None, "roll:3", 1, None)
    third = replace(ply(3, MoveWorth(1, 1)), seat=1)
    first, _, _ = settle([ply(1, EVEN, EVEN, "b"), roll, third])
    assert first.verdict is not None
    assert first.verdict.of_played == EVEN
    assert contradictions([ply(1, EVEN, MoveWorth(0, -2)), roll, replace(third, verdict=None)]) == ()


@pytest.mark.parametrize(
    ("best", "worth", "kind"),
    [
        (MoveWorth(1, 1), MoveWorth(0.99), TurnKind.MISSED_WIN),
        (MoveWorth(1, 3), MoveWorth(0, -2), TurnKind.GAVE_WIN),
        (MoveWorth(1, 1), MoveWorth(1, 3), None),
        (EVEN, MoveWorth(0, -2), TurnKind.LOSES),
        (MoveWorth(0.7), MoveWorth(0.3), TurnKind.GRAVE),
        (MoveWorth(0.5), MoveWorth(0.4), TurnKind.SLIP),
        (MoveWorth(0.5), MoveWorth(0.48), None),
        (MoveWorth(0.5), MoveWorth(0.47), TurnKind.SLIP),
        (MoveWorth(0.5), MoveWorth(0.25), TurnKind.GRAVE),
        (MoveWorth(0.5), MoveWorth(0.26), TurnKind.SLIP),
        (MoveWorth(0, -4), MoveWorth(0, -2), None),
    ],
)
def test_a_move_is_classified_by_its_cost(best: MoveWorth, worth: MoveWorth, kind: TurnKind | None) -> None:
    assert [turning_point.kind for turning_point in turning_points([ply(1, best, worth)])] == [kind] * (
        kind is not None
    )


def test_turning_points_are_the_costliest_and_all_missed_wins() -> None:
    plies = [ply(number, MoveWorth(0.9), MoveWorth(0.9 - number / 20)) for number in range(2, 9)]
    plies[0] = ply(2, MoveWorth(1, 1), MoveWorth(0.98))
    assert [turning_point.number for turning_point in turning_points(plies)] == [2, 6, 7, 8]


@pytest.mark.parametrize(
    ("count", "seconds", "last"),
    [(1, 0.4, 1), (50, 0.4, 3), (100, 0.2, 7), (400, 0.05, 30), (2000, 0.05, 30)],
)
def test_a_request_contains_as_many_plies_as_fit(count: int, seconds: float, last: int) -> None:
    look = next_look(count, [])
    assert look is not None
    assert (look.first, look.last, look.seconds) == (1, last, seconds)


def test_a_second_look_takes_four_times_as_long() -> None:
    look = next_look(100, [ply(number, MoveWorth(0.6), MoveWorth(0.2)) for number in range(1, 101)])
    assert look is not None
    assert look.looks == 2
    assert look.seconds == pytest.approx(0.8)


@pytest.mark.parametrize(("looked_twice", "has_next"), [(7, True), (8, False)])
def test_eight_plies_get_a_second_look(looked_twice: int, has_next: bool) -> None:
    missed_win = MoveWorth(1, 1)
    plies = [ply(number, missed_win, looks=2 if number <= looked_twice else 1) for number in range(1, 40)]
    assert (next_look(39, plies) is not None) is has_next


def test_the_largest_drop_is_reviewed_first() -> None:
    chances = (0.7, 0.6, 0.8, 0.7)
    plies = [
        ply(number, MoveWorth(chance), MoveWorth(chance), "a") for number, chance in enumerate(chances, 1)
    ]
    assert doubtful(plies) == (3, 2, 1), "they fell by 0.5, 0.4 and 0.3"


def test_a_second_turn_s_win_belongs_to_the_same_seat() -> None:
    winning = replace(ply(2, MoveWorth(1, 3), MoveWorth(1, 3), "a"), seat=0)
    first, _ = settle([ply(1), winning])
    assert first.verdict is not None
    assert first.verdict.of_best == first.verdict.of_played == MoveWorth(1, 4)
    assert (first.verdict.best, first.verdict.shares) == ("b", (1.0, 0.0))
    assert contradictions([ply(1, EVEN, MoveWorth(0, -4)), replace(ply(2), seat=0)]) == ()


def test_a_missed_shorter_win_stays_the_best_move() -> None:
    losing = MoveWorth(0, -2)
    first, _ = settle([ply(1, MoveWorth(1, 1), EVEN), ply(2, losing, losing)])
    assert first.verdict is not None
    assert (first.verdict.best, first.verdict.of_best) == ("a", MoveWorth(1, 1))
    assert first.verdict.of_played == MoveWorth(1, 3)


def test_a_proof_without_length_is_propagated_without_length() -> None:
    won, lost = (MoveWorth(chance, fact=Fact(result, 6)) for chance, result in ((1, WON), (0, LOST)))
    refuted, _ = settle([ply(1), ply(2, won, won, "a")])
    winning, _ = settle([ply(1), ply(2, lost, lost)])
    assert refuted.verdict is not None
    assert winning.verdict is not None
    assert refuted.verdict.of_played == MoveWorth(0, fact=Fact(LOST))
    assert winning.verdict.of_played == MoveWorth(1, fact=Fact(WON))


def test_proved_verdicts_are_not_corrected() -> None:
    first, second = ply(1), ply(2, MoveWorth(1, 3), MoveWorth(1, 3), "a")
    assert first.verdict is not None
    proved = replace(first, verdict=replace(first.verdict, keepers=("a",)))
    three_sides = replace(first, verdict=replace(first.verdict, shares=(0.2, 0.3, 0.5)))
    for stored in (proved, three_sides):
        assert settle([stored, second])[0] == stored
