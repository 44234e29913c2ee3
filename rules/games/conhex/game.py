"""ConHex: conquer cells by their nodes, connect two opposite sides of the board.

Sources: the rulebook of ConHex and the rulings C1-C15. Seat 0 is red and connects top and bottom, seat 1 is
blue and connects left and right. Inside, balls and cells are bit sets (see `board`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from rules.contract import (
    Event,
    Game,
    IllegalMove,
    InvalidPosition,
    Move,
    Option,
    Outcome,
)
from rules.contract.series import Series
from rules.games.conhex.board import (
    ALL_NODES,
    CELLS,
    NODE_INDEX,
    NODES,
    connects,
    conquered,
    members,
    shortest_chain,
)
from rules.games.conhex.setup import OPTIONS, Setup, agree
from rules.games.conhex.text import (
    PLACEMENTS,
    RELOCATIONS,
    ROLES,
    SWAP,
    Layout,
    read_layout,
    read_move,
    reads_like_move,
    write_layout,
)

_WON: Final = (Outcome((0,), "connected"), Outcome((1,), "connected"))
_STUCK: Final = (Outcome((1,), "no-moves"), Outcome((0,), "no-moves"))

# Placements on every set of eight neighbouring nodes: a list of legal moves is nine look-ups put together.
_ROWS: Final[tuple[tuple[tuple[Move, ...], ...], ...]] = tuple(
    tuple(
        tuple(move for i, move in enumerate(PLACEMENTS[first : first + 8]) if free >> i & 1)
        for free in range(256)
    )
    for first in range(0, len(NODES), 8)
)


@dataclass(frozen=True, slots=True)
class ConHexState:
    """A position of ConHex. The pairs are indexed by seat; `mover` acts next or would if the game went on."""

    setup: Setup
    ball_bits: tuple[int, int]
    cell_bits: tuple[int, int]
    mover: int
    last: Move | None = field(default=None, compare=False)
    events: tuple[Event, ...] = field(default=(), compare=False)
    outcome: Outcome | None = field(default=None, compare=False)
    # Balls and mover of the positions since the last ball set or cell conquered: none before can come back.
    past: tuple[tuple[tuple[int, int], int], ...] = field(default=(), compare=False, repr=False)

    @property
    def game(self) -> Game:
        """The game this is a state of."""
        return GAME

    @property
    def options(self) -> Mapping[str, str]:
        """All options with their values."""
        return self.setup.options

    @property
    def players(self) -> int:
        """Always two."""
        return 2

    @property
    def position(self) -> str:
        """The position as text."""
        return write_layout(Layout(self.ball_bits, self.cell_bits, self.mover))

    @property
    def turn(self) -> int | None:
        """The seat to act; None when the game is over."""
        return self.mover if self.outcome is None else None

    @property
    def is_chance(self) -> bool:
        """Never: nothing is left to chance."""
        return False

    @property
    def balls(self) -> Mapping[str, int]:
        """The nodes that hold a ball, in the order of `NODES`, and whose it is."""
        red, blue = self.ball_bits
        return {NODES[i]: blue >> i & 1 for i in members(red | blue)}

    @property
    def cells(self) -> Mapping[str, int]:
        """The conquered cells, in the order of `CELLS`, and whose they are."""
        red, blue = self.cell_bits
        return {CELLS[i]: blue >> i & 1 for i in members(red | blue)}

    @property
    def supply(self) -> tuple[int | None, int | None]:
        """The balls each seat has beside the board, None for any number."""
        limit = self.setup.limit
        if limit is None:
            return None, None
        red, blue = self.ball_bits
        return limit - red.bit_count(), limit - blue.bit_count()

    @property
    def chain(self) -> tuple[str, ...]:
        """The cells of a shortest winning chain from side to side; () unless one was made."""
        if self.outcome is None or self.outcome.reason != "connected":
            return ()
        winner = self.outcome.winners[0]
        return shortest_chain(self.cell_bits[winner], winner)

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the legal moves by node, then the swap; relocations by origin, then goal (rulings C3-C5)."""
        if self.outcome is not None:
            return ()
        if self._is_out_of_balls():
            return self._relocations()
        moves: tuple[Move, ...] = ()
        free = self._free()
        for row in _ROWS:
            moves += row[free & 255]
            free >>= 8
        return (*moves, SWAP) if self._may_swap() else moves

    def chances(self) -> tuple[tuple[Move, Fraction], ...]:
        """Return nothing: no ply is left to chance."""
        return ()

    def parse(self, text: str) -> Move:
        """Read a move as a player types it, whatever its case and blanks.

        Raises InvalidMove or IllegalMove.
        """
        if self.outcome is not None and reads_like_move(text):
            raise _game_over()
        move = read_move(text)
        self._check(move)
        return move

    def play(self, move: Move) -> "ConHexState":
        """Return the state after `move`. Raises IllegalMove."""
        seat = self.mover
        own, other = self.ball_bits[seat], self.ball_bits[1 - seat]
        goal = NODE_INDEX.get(move.text)
        if goal is not None and (move is PLACEMENTS[goal] or move == PLACEMENTS[goal]):
            self._check_placement(goal)
            return self._next(move, own | 1 << goal, other, goal)
        if move == SWAP:
            self._check(SWAP)
            event = Event("swap", (NODES[other.bit_length() - 1],), seat)
            return self._next(move, other, own, other.bit_length() - 1, event)
        if len(move.path) == 2 and all(node in NODE_INDEX for node in move.path):
            origin, goal = (NODE_INDEX[node] for node in move.path)
            if move == RELOCATIONS[origin][goal]:
                self._check(move)
                event = Event("relocate", move.path, seat)
                return self._next(move, own ^ 1 << origin | 1 << goal, other, goal, event)
        if self.outcome is not None:
            raise _game_over()
        raise IllegalMove(f"{move.text[:40]!r} is no move of this game", "not-a-move", text=move.text[:40])

    def _next(self, move: Move, own: int, other: int, node: int, event: Event | None = None) -> "ConHexState":
        """Settle the cells around `node`, where the mover's ball now lies, and pass the turn."""
        seat, setup = self.mover, self.setup
        taken = conquered(node, own, self.cell_bits[0] | self.cell_bits[1])
        events: tuple[Event, ...] = () if event is None else (event,)
        cell_bits, outcome = self.cell_bits, None
        if taken:
            held = self.cell_bits[seat] | taken
            cell_bits = (held, self.cell_bits[1]) if seat == 0 else (self.cell_bits[0], held)
            events += (Event("conquer", tuple(CELLS[i] for i in members(taken)), seat),)
            outcome = _WON[seat] if connects(held, seat) else None
        goes_on = seat == 0 and not other and own.bit_count() < setup.handicap
        past: tuple[tuple[tuple[int, int], int], ...] = ()
        if move.path[1:] and not taken:
            past = (*self.past, (self.ball_bits, seat))
        state = ConHexState(
            setup,
            (own, other) if seat == 0 else (other, own),
            cell_bits,
            seat if goes_on else 1 - seat,
            move,
            events,
            outcome,
            past,
        )
        return state.judged()

    def judged(self) -> "ConHexState":
        """Return the same state, lost for the mover when he cannot move (ruling C5)."""
        if self.outcome is None and not self._can_move():
            return replace(self, outcome=_STUCK[self.mover])
        return self

    def _can_move(self) -> bool:
        if not self._free():
            return self._may_swap()
        if not self._is_out_of_balls() or not self._worn():
            return True
        return len(self._relocations()) > 0

    def _free(self) -> int:
        return ALL_NODES & ~(self.ball_bits[0] | self.ball_bits[1])

    def _is_out_of_balls(self) -> bool:
        limit = self.setup.limit
        return limit is not None and self.ball_bits[self.mover].bit_count() >= limit

    def _may_swap(self) -> bool:
        red, blue = self.ball_bits
        return self.setup.swap and self.mover == 1 and not blue and red.bit_count() == 1

    def _relocations(self) -> tuple[Move, ...]:
        goals = tuple(members(self._free()))
        moves: list[Move] = []
        for origin in members(self.ball_bits[self.mover]):
            row = RELOCATIONS[origin]
            moves += [row[goal] for goal in goals]
        worn = self._worn()
        return tuple(move for move in moves if not self._repeats(move, worn)) if worn else tuple(moves)

    def _worn(self) -> frozenset[int]:
        """Return the mover's balls in the positions he could bring about a third time."""
        seat = self.mover
        other = self.ball_bits[1 - seat]
        stood = [balls[seat] for balls, mover in self.past if mover != seat and balls[1 - seat] == other]
        return frozenset(own for own in stood if stood.count(own) >= 2)

    def _repeats(self, move: Move, worn: frozenset[int]) -> bool:
        origin, goal = (NODE_INDEX[node] for node in move.path)
        own = self.ball_bits[self.mover] ^ 1 << origin | 1 << goal
        return own in worn and not conquered(goal, own, self.cell_bits[0] | self.cell_bits[1])

    def _check(self, move: Move) -> None:
        """Refuse a move of this game that is not legal here. Raises IllegalMove."""
        if len(move.path) == 1:
            self._check_placement(NODE_INDEX[move.path[0]])
        elif len(move.path) == 2:
            self._check_relocation(move)
        elif self.outcome is not None:
            raise _game_over()
        elif not self._may_swap():
            raise IllegalMove("there is nothing to swap now", "no-swap")

    def _check_placement(self, node: int) -> None:
        if self.outcome is not None:
            raise _game_over()
        if self._is_out_of_balls():
            raise IllegalMove(
                "all balls are on the board: one of them has to move, as in b5>b4", "out-of-balls"
            )
        if not self._free() >> node & 1:
            raise IllegalMove(f"{NODES[node]} is occupied", "occupied", node=NODES[node])

    def _check_relocation(self, move: Move) -> None:
        if self.outcome is not None:
            raise _game_over()
        origin, goal = (NODE_INDEX[node] for node in move.path)
        left = self.supply[self.mover]
        if left is None or left > 0:
            raise IllegalMove("balls stay where they are while there are others left to set", "balls-left")
        if not self.ball_bits[self.mover] >> origin & 1:
            raise IllegalMove(f"no ball of yours is on {NODES[origin]}", "not-your-ball", node=NODES[origin])
        if origin == goal:
            raise IllegalMove(f"the ball cannot go back to {NODES[goal]}", "same-node", node=NODES[goal])
        if not self._free() >> goal & 1:
            raise IllegalMove(f"{NODES[goal]} is occupied", "occupied", node=NODES[goal])
        if self._repeats(move, self._worn()):
            raise IllegalMove("the same position would stand for the third time", "repetition")


def _game_over() -> IllegalMove:
    return IllegalMove("the game is over", "game-over")


SERIES = Series()
"""Who starts alternates from game to game."""


@dataclass(frozen=True, slots=True)
class ConHex:
    """The game ConHex: keeps no state of its own."""

    key: str = "conhex"
    order: int = 30
    seats: tuple[int, ...] = (2,)
    options: tuple[Option, ...] = OPTIONS
    series: Series = SERIES
    agreed_draw: bool = False

    def roles(self, players: int) -> tuple[str, ...]:  # noqa: ARG002 -- the contract of games asks for it
        """Return the colours by seat."""
        return ROLES

    def new(self, options: Mapping[str, str] | None = None, players: int | None = None) -> ConHexState:
        """Return the empty board, red to move. Raises InvalidOption."""
        return ConHexState(agree(options, players), (0, 0), (0, 0), 0)

    def from_position(
        self, text: str, options: Mapping[str, str] | None = None, players: int | None = None
    ) -> ConHexState:
        """Return the state a position text describes; finished when somebody has connected or cannot move.

        Cells belong to whom the text says, whatever the balls. Raises InvalidPosition or InvalidOption.
        """
        setup = agree(options, players)
        layout = read_layout(text)
        for role, balls in zip(ROLES, layout.balls, strict=True):
            if setup.limit is not None and balls.bit_count() > setup.limit:
                raise InvalidPosition(
                    f"{role} has {balls.bit_count()} balls on the board, but only {setup.limit} to play with",
                    "too-many-balls",
                    role=role,
                    number=str(balls.bit_count()),
                    limit=str(setup.limit),
                )
        winner = next((seat for seat in (0, 1) if connects(layout.cells[seat], seat)), None)
        outcome = None if winner is None else _WON[winner]
        state = ConHexState(setup, layout.balls, layout.cells, layout.mover, outcome=outcome)
        return state.judged()


GAME: Final = ConHex()
