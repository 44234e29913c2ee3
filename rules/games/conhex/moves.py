"""The legal moves of ConHex, and refusals of others (rulings C3-C5)."""

from typing import Final, Protocol

from rules.contract import IllegalMove, Move, Outcome
from rules.games.conhex.board import ALL_NODES, NODE_INDEX, NODES, cells_conquered_by
from rules.games.conhex.setup import Setup
from rules.games.conhex.text import PLACEMENTS, SWAP, relocations
from rules.games.conhex.vocabulary import Refusals
from rules.toolkit.bits import members
from rules.toolkit.states import game_over

Stand = tuple[tuple[int, int], int]
"""The balls of each seat as bits, and the seat to act."""

# Placements on every subset of eight neighbouring nodes, so a list of legal moves needs nine look-ups.
_ROWS: Final[tuple[tuple[tuple[Move, ...], ...], ...]] = tuple(
    tuple(
        tuple(move for i, move in enumerate(PLACEMENTS[first : first + 8]) if free >> i & 1)
        for free in range(256)
    )
    for first in range(0, len(NODES), 8)
)


class Seen(Protocol):
    """The facts of a state that determine its moves."""

    @property
    def setup(self) -> Setup:
        """The terms of the game."""

    @property
    def ball_bits(self) -> tuple[int, int]:
        """The balls by seat."""

    @property
    def cell_bits(self) -> tuple[int, int]:
        """The conquered cells by seat."""

    @property
    def mover(self) -> int:
        """The seat to act."""

    @property
    def past(self) -> tuple[Stand, ...]:
        """The positions that can recur."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended."""


def legal_moves(state: Seen) -> tuple[Move, ...]:
    """Return the legal moves of a running game: by node, then the swap; or relocations by origin and goal."""
    if _is_out_of_balls(state):
        return _relocations(state)
    moves: tuple[Move, ...] = ()
    free = _free(state)
    for row in _ROWS:
        moves += row[free & 255]
        free >>= 8
    return (*moves, SWAP) if _may_swap(state) else moves


def can_move(state: Seen) -> bool:
    """Return whether a running game has any legal move."""
    if not _free(state):
        return _may_swap(state)
    if not _is_out_of_balls(state) or not _exhausted_repetitions(state):
        return True
    return len(_relocations(state)) > 0


def check(state: Seen, move: Move) -> None:
    """Refuse a well-formed move that is illegal here. Raises IllegalMove."""
    if len(move.path) == 1:
        check_placement(state, NODE_INDEX[move.path[0]])
    elif len(move.path) == 2:
        _check_relocation(state, move)
    elif state.outcome is not None:
        raise game_over()
    elif not _may_swap(state):
        raise IllegalMove("there is nothing to swap now", Refusals.NO_SWAP)


def check_placement(state: Seen, node: int) -> None:
    """Refuse an illegal placement of a ball on a node. Raises IllegalMove."""
    if state.outcome is not None:
        raise game_over()
    if _is_out_of_balls(state):
        raise IllegalMove(
            "all balls are on the board: one of them has to move, as in b5>b4", Refusals.OUT_OF_BALLS
        )
    if not _free(state) >> node & 1:
        raise IllegalMove(f"{NODES[node]} is occupied", Refusals.OCCUPIED, node=NODES[node])


def _check_relocation(state: Seen, move: Move) -> None:
    if state.outcome is not None:
        raise game_over()
    origin, goal = (NODE_INDEX[node] for node in move.path)
    if not _is_out_of_balls(state):
        raise IllegalMove("balls stay where they are while there are others left to set", Refusals.BALLS_LEFT)
    if not state.ball_bits[state.mover] >> origin & 1:
        raise IllegalMove(
            f"no ball of yours is on {NODES[origin]}", Refusals.NOT_YOUR_BALL, node=NODES[origin]
        )
    if origin == goal:
        raise IllegalMove(f"the ball cannot go back to {NODES[goal]}", Refusals.SAME_NODE, node=NODES[goal])
    if not _free(state) >> goal & 1:
        raise IllegalMove(f"{NODES[goal]} is occupied", Refusals.OCCUPIED, node=NODES[goal])
    if _repeats(state, move, _exhausted_repetitions(state)):
        raise IllegalMove("the same position would stand for the third time", Refusals.REPETITION)


def _free(state: Seen) -> int:
    return ALL_NODES & ~(state.ball_bits[0] | state.ball_bits[1])


def _is_out_of_balls(state: Seen) -> bool:
    limit = state.setup.limit
    return limit is not None and state.ball_bits[state.mover].bit_count() >= limit


def _may_swap(state: Seen) -> bool:
    red, blue = state.ball_bits
    return state.setup.swap and state.mover == 1 and not blue and red.bit_count() == 1


def _relocations(state: Seen) -> tuple[Move, ...]:
    goals = tuple(members(_free(state)))
    moves: list[Move] = []
    for origin in members(state.ball_bits[state.mover]):
        row = relocations(origin)
        moves += [row[goal] for goal in goals]
    worn = _exhausted_repetitions(state)
    return tuple(move for move in moves if not _repeats(state, move, worn)) if worn else tuple(moves)


def _exhausted_repetitions(state: Seen) -> frozenset[int]:
    """Return the mover's balls in the positions that a move could repeat for the third time."""
    seat = state.mover
    other = state.ball_bits[1 - seat]
    stood = [balls[seat] for balls, mover in state.past if mover != seat and balls[1 - seat] == other]
    return frozenset(own for own in stood if stood.count(own) >= 2)


def _repeats(state: Seen, move: Move, worn: frozenset[int]) -> bool:
    origin, goal = (NODE_INDEX[node] for node in move.path)
    own = state.ball_bits[state.mover] ^ 1 << origin | 1 << goal
    return own in worn and not cells_conquered_by(goal, own, state.cell_bits[0] | state.cell_bits[1])
