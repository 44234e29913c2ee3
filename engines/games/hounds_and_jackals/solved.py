"""The solved endings of Hounds and Jackals: the proved results of positions with few pieces on the way.

A table holds the positions without an attack, one byte each: 0 for a draw, 2 d for a win and 2 d + 1 for a
loss of the seat to act, where at ply d the next piece reaches the goal or the game ends. Answers to attacks
lead forward, so the value of an attacked side follows from a few others.
"""

from collections.abc import Iterator, Mapping
from math import comb
from typing import Final

from engines.contract import Chance, Fact, GameValue, Milestone, pick, shuffle
from engines.tables import PackedTable, Tables, shipped_table
from rules import State
from rules.games.hounds_and_jackals.board import ENDS, FIRST_GOAL, GOAL, HOLES, PASS, ROWS
from rules.games.hounds_and_jackals.game import GAME, HoundsState
from rules.games.hounds_and_jackals.moves import legal_moves
from rules.games.hounds_and_jackals.setup import Setup
from rules.games.hounds_and_jackals.text import Layout, write_layout
from rules.toolkit.bits import bits, members

TABLE: Final = "hounds-and-jackals"
TOGETHER: Final = 4
"""The maximum number of pieces of both sides that are not yet home in a solved position."""
MAX_PIECES: Final = 3
"""The maximum number of pieces of one side that are not yet home."""

_ALONE: Final[Mapping[str, str]] = {
    "shortcut_when_blocked": "optional",
    "zone_block": "reduce-first",
    "void_attack": "free-move",
    "no_move": "pass",
    "repetition": "draw",
}
"""The options of which only this value is solved."""
_DEEPEST: Final = 60
"""The number of successive attacks after which a value is no longer computed."""
_TWICE: Final = 2
_TRACK: Final = tuple(hole for hole in HOLES if hole < FIRST_GOAL)
_GOALS: Final = tuple(hole for hole in HOLES if hole >= FIRST_GOAL)


class _TooDeepError(Exception):
    """Too many attacks follow each other."""


def layer_name(own: int, enemy: int) -> str:
    """Return the layer's name for a position, by both sides' pieces that are not yet home."""
    return f"away-{(own & ~GOAL).bit_count()}-{(enemy & ~GOAL).bit_count()}"


def number_of(pieces: int) -> int:
    """Return the rank of a set of five holes among the sets with as many pieces at home."""
    away = sum(comb(hole - 1, size) for size, hole in enumerate(members(pieces & ~GOAL), 1))
    home = list(members(pieces & GOAL))
    return away * comb(5, len(home)) + sum(comb(hole - FIRST_GOAL, size) for size, hole in enumerate(home, 1))


def _sets(pieces: int) -> int:
    """Return the number of sets of five holes with as many pieces at home."""
    away = (pieces & ~GOAL).bit_count()
    return comb(FIRST_GOAL - 1, away) * comb(5, 5 - away)


class HoundsOracle:
    """An oracle over `tables`, by default the shipped tables."""

    milestone: Final = Milestone.PIECE_HOME

    def __init__(self, tables: Tables = shipped_table) -> None:
        self._tables = tables

    def may_know(self, state: State) -> bool:
        """Return whether few enough pieces are on the way and the rules are solved."""
        if not isinstance(state, HoundsState) or state.outcome is not None:
            return False
        away = [(pieces & ~GOAL).bit_count() for pieces in state.layout.pieces]
        return (
            sum(away) <= TOGETHER
            and max(away) <= MAX_PIECES
            and all(state.options[key] == value for key, value in _ALONE.items())
        )

    def fact(self, state: State) -> Fact | None:
        """Return the proved result for the seat to act; None if unknown.

        A win or loss is known only if no position has occurred twice since the last irreversible ply: the
        winner's line could repeat such a position a third time.
        """
        table = self._tables(TABLE) if self.may_know(state) else None
        if not isinstance(state, HoundsState) or table is None:
            return None
        layout = state.layout
        own, enemy = layout.pieces[layout.mover], layout.pieces[1 - layout.mover]
        if layout.passed and not any(_moves(state.setup, own, enemy, 0)):
            return Fact(GameValue.DRAWN)
        try:
            value = _Values(table, state.setup).of(own, enemy, layout.attacked)
        except _TooDeepError:
            return None
        if not value:
            return Fact(GameValue.DRAWN)
        if any(state.past.count(sight) >= _TWICE for sight in set(state.past)):
            return None
        return Fact(GameValue.LOST if value & 1 else GameValue.WON, value >> 1)

    def of_moves(self, state: State) -> Mapping[str, Fact | None]:
        """Return the result of each legal move for its mover."""
        if not isinstance(state, HoundsState):
            return {}
        return {move.text: self._of_move(state, state.play(move)) for move in state.legal_moves()}

    def sample(self, chance: Chance, options: Mapping[str, str]) -> State:
        """Return a random solved position, with an attack in every second one, if possible."""
        while True:
            away = [1 + int(chance.random() * MAX_PIECES) for _ in range(2)]
            pieces = tuple(
                bits((*shuffle(chance, _TRACK)[:count], *shuffle(chance, _GOALS)[: 5 - count]))
                for count in away
            )
            mover, attacked = int(chance.random() * 2), 0
            own, enemy = pieces[mover], pieces[1 - mover]
            rows = [ROWS[hole] & own for hole in members(enemy) if ROWS[hole] & own]
            if rows and chance.random() < 1 / 2:
                attacked = pick(chance, rows)
            text = write_layout(Layout((pieces[0], pieces[1]), mover, attacked))
            state = GAME.from_position(text, options)
            if self.may_know(state):
                return state

    def _of_move(self, before: HoundsState, after: HoundsState) -> Fact | None:
        if after.outcome is not None:
            if not after.outcome.winners:
                return Fact(GameValue.DRAWN)
            return Fact(GameValue.WON if before.turn in after.outcome.winners else GameValue.LOST, 1)
        fact = self.fact(after)
        if fact is None or fact.result is GameValue.DRAWN:
            return fact
        home = sum((pieces & GOAL).bit_count() for pieces in after.layout.pieces) - sum(
            (pieces & GOAL).bit_count() for pieces in before.layout.pieces
        )
        return Fact(fact.for_other.result, 1 if home else fact.plies + 1)


class _Values:
    """Values of positions from a table; for attacked sides, from the answers."""

    def __init__(self, table: PackedTable, setup: Setup) -> None:
        self._table = table
        self._setup = setup
        self._known: dict[tuple[int, int, int], int] = {}

    def of(self, own: int, enemy: int, attacked: int, depth: int = 0) -> int:
        """Return the value of a position for the side to act. Raises _TooDeepError."""
        if not attacked:
            return self._table.value(layer_name(own, enemy), number_of(own) * _sets(enemy) + number_of(enemy))
        known = self._known.get((own, enemy, attacked))
        if known is None:
            if depth > _DEEPEST:
                raise _TooDeepError
            known = self._known[own, enemy, attacked] = self._answer_attack(own, enemy, attacked, depth)
        return known

    def _answer_attack(self, own: int, enemy: int, attacked: int, depth: int) -> int:
        """Return the value of an attacked side: the quickest win, a draw, or the latest loss."""
        wins, losses, draws = list[int](), list[int](), False
        for origin, target in _moves(self._setup, own, enemy, attacked):
            after = own ^ 1 << origin | 1 << target
            if after == GOAL:
                losses.append(1)
                continue
            value = self.of(enemy, after, enemy & ROWS[target], depth + 1)
            plies = 1 if origin < FIRST_GOAL <= target else (value >> 1) + 1
            if not value:
                draws = True
            elif value & 1:
                wins.append(plies)
            else:
                losses.append(plies)
        if wins:
            return 2 * min(wins)
        if draws:
            return 0
        if losses:
            return 2 * max(losses) + 1
        return self._pass_turn(own, enemy)

    def _pass_turn(self, own: int, enemy: int) -> int:
        """Return the value of a side without a move."""
        if not any(_moves(self._setup, enemy, own, 0)):
            return 0
        value = self.of(enemy, own, 0)
        return value and (value + 1 if value & 1 else value + 3)


def _moves(setup: Setup, own: int, enemy: int, attacked: int) -> Iterator[tuple[int, int]]:
    """Yield the moves of a side by origin and target; nothing if it must pass."""
    for move in legal_moves(setup, own, enemy, attacked):
        if move.text != PASS.text:
            yield ENDS[move.text]
