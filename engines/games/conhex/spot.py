"""Positions of ConHex for the search: balls and cells as bit sets, with every option.

Moves are numbers: a node; a node and the node its ball comes from; or SWAP.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rules import State
from rules.games.conhex.board import ALL_NODES, NODE_INDEX, NODES, cells_conquered_by, connects
from rules.games.conhex.setup import Setup, agree
from rules.games.conhex.text import SWAP as SWAP_MOVE
from rules.games.conhex.text import read_layout
from rules.toolkit.bits import members

_NODE_BITS: Final = 7
_NODE_MASK: Final = (1 << _NODE_BITS) - 1
SWAP: Final = len(NODES)
"""The move that gives the first ball to the second player."""

_OFTEN: Final = 2
"""A position that has occurred this often must not recur."""

_Stand = tuple[tuple[int, int], int]


def goal_of(move: int) -> int:
    """Return the node on which a move puts a ball, or SWAP."""
    return move & _NODE_MASK


def read(text: str) -> int:
    """Return the move with a canonical text accepted by the rules."""
    if text == SWAP_MOVE.text:
        return SWAP
    origin, arrow, goal = text.partition(">")
    return (NODE_INDEX[origin] + 1) << _NODE_BITS | NODE_INDEX[goal] if arrow else NODE_INDEX[origin]


def write(move: int) -> str:
    """Return the canonical text of a move."""
    if move == SWAP:
        return SWAP_MOVE.text
    goal = NODES[goal_of(move)]
    return f"{NODES[(move >> _NODE_BITS) - 1]}>{goal}" if move > _NODE_MASK else goal


@dataclass(frozen=True, slots=True)
class Spot:
    """A position. `past` are the positions that can recur: their balls, and the seat to act."""

    setup: Setup
    balls: tuple[int, int]
    cells: tuple[int, int]
    turn: int
    winner: int | None = None
    past: tuple[_Stand, ...] = ()

    @property
    def free(self) -> int:
        """The nodes without a ball, as bits."""
        return ALL_NODES & ~(self.balls[0] | self.balls[1])

    @property
    def is_out_of_balls(self) -> bool:
        """Whether the seat to act must relocate one of its balls."""
        limit = self.setup.limit
        return limit is not None and self.balls[self.turn].bit_count() >= limit

    @property
    def may_swap(self) -> bool:
        """Whether the seat to act may take over the only ball."""
        red, blue = self.balls
        return self.setup.swap and self.turn == 1 and not blue and red.bit_count() == 1

    def moves(self) -> Sequence[int]:
        """Return the legal moves by node, then the swap; or relocations by origin and goal."""
        if self.is_out_of_balls:
            return self.relocations(members(self.balls[self.turn]), self.free)
        goals = list(members(self.free))
        return [*goals, SWAP] if self.may_swap else goals

    def relocations(self, origins: Iterable[int], goals: int) -> list[int]:
        """Return the legal moves of the given balls to the given free nodes."""
        own, other = self.balls[self.turn], self.balls[1 - self.turn]
        stood = [balls[self.turn] for balls, seat in self.past if seat != self.turn]
        others = [balls[1 - self.turn] for balls, seat in self.past if seat != self.turn]
        seen = [mine for mine, theirs in zip(stood, others, strict=True) if theirs == other]
        worn = {mine for mine in seen if seen.count(mine) >= _OFTEN}
        taken = self.cells[0] | self.cells[1]
        moves: list[int] = []
        for origin in origins:
            for goal in members(goals):
                after = own ^ 1 << origin | 1 << goal
                if after not in worn or cells_conquered_by(goal, after, taken):
                    moves.append((origin + 1) << _NODE_BITS | goal)
        return moves

    def play(self, move: int) -> "Spot":
        seat = self.turn
        own, other = self.balls[seat], self.balls[1 - seat]
        past: tuple[_Stand, ...] = ()
        if move == SWAP:
            own, other = other, own
            node = own.bit_length() - 1
        else:
            node = goal_of(move)
            own |= 1 << node
            if move > _NODE_MASK:
                own ^= 1 << (move >> _NODE_BITS) - 1
                past = (*self.past, (self.balls, seat))
        cells, winner = self.cells, None
        taken = cells_conquered_by(node, own, cells[0] | cells[1])
        if taken:
            past = ()
            held = cells[seat] | taken
            cells = (held, cells[1]) if seat == 0 else (cells[0], held)
            winner = seat if connects(held, seat) else None
        goes_on = seat == 0 and not other and own.bit_count() < self.setup.handicap
        balls = (own, other) if seat == 0 else (other, own)
        spot = Spot(self.setup, balls, cells, seat if goes_on else 1 - seat, winner, past)
        return spot.with_outcome() if spot.is_out_of_balls or not spot.free else spot

    def with_outcome(self) -> "Spot":
        """Return this position, lost for the seat to act if it cannot move."""
        if self.winner is None and not self.moves():
            return replace(self, winner=1 - self.turn)
        return self


def begin(path: Sequence[State]) -> Spot:
    """Return the position at the end of a path of states."""
    first = path[0]
    layout = read_layout(first.position)
    spot = Spot(agree(first.options, first.players), layout.balls, layout.cells, layout.mover)
    for state in path[1:]:
        if state.last is not None:
            spot = spot.play(read(state.last.text))
    return spot
