"""The solved part of Nine Men's Morris and its variants: the proved results of positions.

A table value is 0 for a draw, 2 d for a win and 2 d + 1 for a loss of the seat to act, where at ply d the
next man is captured or the game ends. Tables are solved for a limit of plies without a mill. A position that
needs more plies than the limit is a draw in them, as under the rules.
"""

from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final

from engines.contract import Chance, Fact, GameValue, Milestone, shuffle
from engines.games.nine_mens_morris.numbering import Numbering
from engines.tables import PackedTable, Tables, shipped_table
from rules import State
from rules.games.nine_mens_morris import BOARDS, GAME, NineMensMorrisState
from rules.games.nine_mens_morris.setup import Setup, agree
from rules.games.nine_mens_morris.text import Layout, write_layout
from rules.toolkit.bits import bits

NO_LIMIT: Final = "none"
TOGETHER: Final[Mapping[str, int]] = {"6": 12, "9": 9}
"""The maximum number of men on solved boards, by the men per side; if it is all men, setting is solved."""
_FIRST_PLY: Final = 4
"""The minimal number of set men in sampled positions of the setting phase."""
SAME: Final = 255
"""In the layer of a limit: the same value as in the layer of the first limit."""


def table_name(setup: Setup) -> str:
    """Return the name of the table for the rules of a game."""
    options = setup.options
    return f"nine-mens-morris-{options['men']}-flying-{options['flying']}-mills-{options['two_mills']}"


def layer_name(setup: Setup, layout: Layout) -> str:
    """Return a position's layer, by men in hand and men on the board."""
    own, theirs = layout.men[layout.mover].bit_count(), layout.men[1 - layout.mover].bit_count()
    hands = sum(layout.hands)
    stage = f"setting{2 * setup.men - hands:02}" if hands else "moving"
    return f"{stage}-{own}-{theirs}"


def write_sets(sets: Sequence[int]) -> bytes:
    """Encode ascending numbers of at most 24 bits as their differences, low bytes first."""
    steps = [number - before for before, number in zip((0, *sets), sets, strict=False)]
    return b"".join(bytes(step >> shift & 255 for step in steps) for shift in (0, 8, 16))


def read_sets(data: bytes) -> "array[int]":
    """Decode the output of `write_sets`."""
    size = len(data) // 3
    planes = (data[first : first + size] for first in range(0, 3 * size, size or 1))
    steps = (low | middle << 8 | high << 16 for low, middle, high in zip(*planes, strict=True))
    return array("I", accumulate(steps))


@lru_cache(1)
def _numbering(table: PackedTable, men: str) -> Numbering:
    sizes = [int(name.removeprefix("sets-")) for name in table.layers if name.startswith("sets-")]
    return Numbering(BOARDS[men], {size: read_sets(table.values(f"sets-{size}")) for size in sizes})


class MorrisOracle:
    """An oracle over `tables`, by default the shipped tables."""

    milestone: Final = Milestone.MAN_FALLS

    def __init__(self, tables: Tables = shipped_table) -> None:
        self._tables = tables

    def may_know(self, state: State) -> bool:
        """Return whether a position has few enough men for the tables of its board."""
        if not isinstance(state, NineMensMorrisState) or state.outcome is not None or state.setup.spares_all:
            return False
        men, hands = state.layout.men[0] | state.layout.men[1], sum(state.layout.hands)
        most = TOGETHER.get(state.setup.options["men"], 0)
        return men.bit_count() <= most and (not hands or most >= 2 * state.setup.men)

    def fact(self, state: State) -> Fact | None:
        """Return the proved result for the seat to act; None if unknown.

        A win or loss is known only if the winner's line cannot repeat a position that has occurred twice: the
        distance to the next capture shrinks with each ply, so only positions with a smaller one can recur.
        """
        if not isinstance(state, NineMensMorrisState) or not self.may_know(state):
            return None
        value = self._value(state.setup, state.layout)
        if value is None:
            return None
        plies, moving = value >> 1, not any(state.layout.hands)
        if not value:
            return Fact(GameValue.DRAWN)
        limit = state.setup.limit
        if moving and limit is not None and state.quiet + plies > limit:
            return Fact(GameValue.DRAWN)
        fact = Fact(GameValue.LOST if value & 1 else GameValue.WON, plies)
        return None if moving and self._comes_back(state, fact) else fact

    def of_moves(self, state: State) -> Mapping[str, Fact | None]:
        """Return the result of each legal move for its mover."""
        if not isinstance(state, NineMensMorrisState):
            return {}
        return {move.text: self._of_move(state, state.play(move)) for move in state.legal_moves()}

    def sample(self, chance: Chance, options: Mapping[str, str]) -> State:
        """Return a random solved position; if setting is solved, half of them are in the setting phase."""
        setup = agree(options, None)
        last, most = 2 * setup.men, TOGETHER[setup.options["men"]]
        while True:
            ply = last
            if most >= last and chance.random() < 1 / 2:
                ply = _FIRST_PLY + int(chance.random() * (last - _FIRST_PLY))
            placed = (ply + 1) // 2, ply // 2
            men = [min(3, count) + int(chance.random() * (count - min(3, count) + 1)) for count in placed]
            if sum(men) > most:
                continue
            points = shuffle(chance, range(len(setup.board.points)))
            sides = bits(points[: men[0]]), bits(points[men[0] : sum(men)])
            mover = ply % 2 if ply < last else int(chance.random() * 2)
            layout = Layout(sides, (setup.men - placed[0], setup.men - placed[1]), mover)
            state = GAME.from_position(write_layout(layout, setup.board), options)
            if self.may_know(state):
                return state

    def _of_move(self, before: NineMensMorrisState, after: NineMensMorrisState) -> Fact | None:
        if after.outcome is not None:
            if not after.outcome.winners:
                return Fact(GameValue.DRAWN)
            return Fact(GameValue.WON if before.turn in after.outcome.winners else GameValue.LOST, 1)
        fact = self.fact(after)
        if fact is None:
            return None
        if fact.result is GameValue.DRAWN:
            return fact
        takes = sum(after.lost) > sum(before.lost)
        return Fact(fact.for_other.result, 1 if takes else fact.plies + 1)

    def _value(self, setup: Setup, layout: Layout) -> int | None:
        """Return the table value of a position under its rules; None without a table."""
        table = self._tables(table_name(setup))
        name = layer_name(setup, layout)
        if table is None or name not in table.layers:
            return None
        limit = NO_LIMIT if setup.limit is None else str(setup.limit)
        if limit not in table.about["limits"].split():
            return None
        own, theirs = layout.men[layout.mover], layout.men[1 - layout.mover]
        place = _numbering(table, setup.options["men"]).number(own, theirs)
        limited = f"{name}@{limit}"
        value = table.value(limited, place) if limited in table.layers else SAME
        return table.value(name, place) if value == SAME else value

    def _comes_back(self, state: NineMensMorrisState, fact: Fact) -> bool:
        """Return whether a winning line could repeat a position that has occurred twice."""
        winner = state.layout.mover if fact.result is GameValue.WON else 1 - state.layout.mover
        for key, times in Counter(state.past).items():
            if times < 2 or key == state.layout.key:
                continue
            layout = Layout.of_key(key, state.layout.hands)
            value = self._value(state.setup, layout)
            if not value or value >> 1 >= fact.plies:
                continue
            if winner == (1 - layout.mover if value & 1 else layout.mover):
                return True
        return False
