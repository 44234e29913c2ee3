"""Alpha-beta, checked against the plain definition of a game's value on a game small enough for both."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engines.contract import DRAW, UNCLEAR, WIN, Budget, Chance, Level
from engines.search.alpha_beta import _Search, _TranspositionTable, best_move, best_score, compare

PERFECT = Level(5, nodes=None, depth=30)


class Subtraction:
    """Seats take one to three counters in turn; a seat that takes 1 acts again once. The last counter wins.

    Leaving exactly `draw_value` counters is a draw.
    """

    def __init__(self, counters: int, draw_value: int = -1) -> None:
        self.counters = counters
        self.turn = 0
        self.winner: int | None = None
        self._drawn = draw_value
        self._again = False
        self._past: list[tuple[int, int, bool]] = []

    @property
    def key(self) -> int:
        return self.counters * 4 + self.turn * 2 + self._again + 1

    @key.setter
    def key(self, value: int) -> None:
        raise AttributeError(value)

    def moves(self) -> Sequence[int]:
        return [take for take in (1, 2, 3) if take <= self.counters]

    def loud(self) -> Sequence[int]:
        return [take for take in (3,) if take <= self.counters]

    def make(self, move: int) -> None:
        self._past.append((self.counters, self.turn, self._again))
        self.counters -= move
        if self.counters == 0:
            self.winner = self.turn
        elif self.counters == self._drawn:
            self.winner = DRAW
        self._again = move == 1 and not self._again
        if not self._again:
            self.turn = 1 - self.turn

    def unmake(self) -> None:
        self.counters, self.turn, self._again = self._past.pop()
        self.winner = None

    def evaluate(self) -> int:
        return 0

    def outlook(self) -> Sequence[tuple[int, int]]:
        return [(UNCLEAR, move) for move in self.moves()]

    def read(self, text: str) -> int:
        return int(text)

    def write(self, move: int) -> str:
        return str(move)


def value(position: Subtraction, seat: int) -> int:
    """Return 1, 0 or -1 for a seat when both play perfectly."""
    if position.winner is not None:
        return 0 if position.winner == DRAW else 1 if position.winner == seat else -1
    values = []
    for move in position.moves():
        position.make(move)
        values.append(value(position, seat))
        position.unmake()
    return max(values) if position.turn == seat else min(values)


@pytest.mark.parametrize(
    ("counters", "draw_value"),
    # A start equal to the draw value leaves no move to find.
    [(counters, drawn) for counters in range(2, 11) for drawn in (-1, 2, 5) if counters != drawn],
)
def test_a_perfect_move_is_found(counters: int, draw_value: int) -> None:
    position = Subtraction(counters, draw_value)
    count = value(position, 0)
    position.make(best_move(Subtraction(counters, draw_value), PERFECT, Budget(), Chance("s")))
    assert value(position, 0) == count


def ends_in(position: Subtraction, seat: int, ply: int = 0) -> int:
    """Return the score for a seat when the winner ends the game soon and the loser late."""
    if position.winner is not None:
        return 0 if position.winner == DRAW else WIN - ply if position.winner == seat else ply - WIN
    scores = []
    for move in position.moves():
        position.make(move)
        scores.append(ends_in(position, seat, ply + 1))
        position.unmake()
    return max(scores) if position.turn == seat else min(scores)


@pytest.mark.parametrize("exchanges", [0, 9])
@pytest.mark.parametrize("drawn", [-1, 5])
def test_a_score_is_the_exact_distance_to_the_end(drawn: int, exchanges: int) -> None:
    level = replace(PERFECT, exchanges=exchanges)
    for counters in (2, 3, 4, 6, 7, 8, 9, 10, 11):
        scored = best_score(Subtraction(counters, drawn), level, Budget())
        exact = ends_in(Subtraction(counters, drawn), 0)
        assert scored == exact, counters
        best, of_played = compare(Subtraction(counters, drawn), level, Budget(), 1)
        position = Subtraction(counters, drawn)
        position.make(1)
        assert (best[0], of_played) == (exact, ends_in(position, 0, 1)), counters


@pytest.mark.parametrize("nodes", [1, 7, 50])
def test_small_budget_still_yields_a_move(nodes: int) -> None:
    position = Subtraction(40)
    assert best_move(position, PERFECT, Budget(nodes), Chance("s")) in {1, 2, 3}


def test_inattentive_level_still_sees_loud_moves() -> None:
    blind = Level(1, nodes=None, depth=1, attention=0)
    assert {best_move(Subtraction(30), blind, Budget(), Chance(str(seed))) for seed in range(20)} == {3}
    # Without loud moves, a quiet one must be played.
    assert best_move(Subtraction(2), blind, Budget(), Chance("s")) in {1, 2}


class Trap(Subtraction):
    """All moves lose immediately except the last one searched."""

    def __init__(self) -> None:
        super().__init__(100)

    def moves(self) -> Sequence[int]:
        return range(1, 40) if self.turn == 0 else (1,)

    def loud(self) -> Sequence[int]:
        return self.moves() if self.turn == 1 else ()

    def make(self, move: int) -> None:
        self._past.append((self.counters, self.turn, self._again))
        if self.turn == 1 and self.counters != 39:
            self.winner = 1
        self.counters, self.turn = move, 1 - self.turn


@pytest.mark.parametrize("nodes", [5, 40, 70, 200])
def test_unsearched_move_ranks_above_a_losing_move(nodes: int) -> None:
    search = _Search(Trap(), Level(5, nodes=None, depth=1), Budget(nodes), 0)
    _, move = search.deepen(list(range(1, 40)))[0]
    assert move > nodes // 2 or move == 39


@pytest.mark.parametrize("sign", [1, -1])
def test_a_distance_to_the_end_is_adjusted_to_the_ply(sign: int) -> None:
    table, window = _TranspositionTable(), (-UNCLEAR, UNCLEAR)
    table.keep(1, (3, sign * (WIN - 5), 7), window, 2)
    assert table.look(1, 3, window, 2) == (sign * (WIN - 5), 7)
    assert table.look(1, 3, window, 4) == (sign * (WIN - 7), 7)


def test_a_score_equal_to_beta_is_a_lower_bound() -> None:
    table = _TranspositionTable()
    table.keep(1, (3, 10, 7), (0, 10), 0)
    assert table.look(1, 3, (0, 10), 0) == (10, 7)
    assert table.look(1, 3, (0, 20), 0) == (None, 7)
