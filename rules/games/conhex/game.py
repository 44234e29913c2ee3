"""ConHex: conquer cells by their nodes, connect two opposite sides of the board.

Sources: the rulebook of ConHex and the rulings C1-C15. Seat 0 is red and connects top and bottom, seat 1 is
blue and connects left and right. Balls and cells are bit sets internally (see `board`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from rules.contract import (
    Event,
    Game,
    IllegalMove,
    InvalidPosition,
    Move,
    Option,
    Outcome,
    RulesVersion,
    Vocabulary,
)
from rules.contract.series import Series
from rules.games.conhex import moves
from rules.games.conhex.board import CELLS, NODE_INDEX, NODES, cells_conquered_by, connects, shortest_chain
from rules.games.conhex.setup import OPTIONS, SEATS, Setup, agree
from rules.games.conhex.text import (
    PLACEMENTS,
    ROLES,
    SWAP,
    Layout,
    read_layout,
    read_move,
    reads_like_move,
    relocations,
    write_layout,
)
from rules.games.conhex.versions import VERSIONS
from rules.games.conhex.vocabulary import VOCABULARY, Events, Outcomes, PositionRefusals, Refusals
from rules.toolkit.bits import members
from rules.toolkit.states import TwoPlayerState, game_over

_WON: Final = (Outcome((0,), Outcomes.CONNECTED), Outcome((1,), Outcomes.CONNECTED))
_STUCK: Final = (Outcome((1,), Outcomes.NO_MOVES), Outcome((0,), Outcomes.NO_MOVES))


@dataclass(frozen=True, slots=True)
class ConHexState(TwoPlayerState):
    """A position of ConHex. Pairs are by seat; `mover` acts next, or would if the game continued."""

    setup: Setup
    ball_bits: tuple[int, int]
    cell_bits: tuple[int, int]
    mover: int
    last: Move | None = field(default=None, compare=False)
    events: tuple[Event, ...] = field(default=(), compare=False)
    outcome: Outcome | None = field(default=None, compare=False)
    # Positions since the last new ball or cell, as balls and mover; earlier ones cannot recur.
    past: tuple[moves.Stand, ...] = field(default=(), compare=False, repr=False)

    @property
    def game(self) -> Game:
        return GAME

    @property
    def options(self) -> Mapping[str, str]:
        return self.setup.options

    @property
    def position(self) -> str:
        return write_layout(Layout(self.ball_bits, self.cell_bits, self.mover))

    @property
    def turn(self) -> int | None:
        """The seat to act; None when the game is over."""
        return self.mover if self.outcome is None else None

    @property
    def balls(self) -> Mapping[str, int]:
        """The nodes that hold a ball, in the order of `NODES`, with its seat."""
        red, blue = self.ball_bits
        return {NODES[i]: blue >> i & 1 for i in members(red | blue)}

    @property
    def cells(self) -> Mapping[str, int]:
        """The conquered cells and their owners, in the order of `CELLS`."""
        red, blue = self.cell_bits
        return {CELLS[i]: blue >> i & 1 for i in members(red | blue)}

    @property
    def supply(self) -> tuple[int | None, int | None]:
        """Each seat's balls in reserve, None if unlimited."""
        limit = self.setup.limit
        if limit is None:
            return None, None
        red, blue = self.ball_bits
        return limit - red.bit_count(), limit - blue.bit_count()

    @property
    def chain(self) -> tuple[str, ...]:
        """The cells of a shortest winning chain between the sides; () if there is none."""
        if self.outcome is None or self.outcome.reason != Outcomes.CONNECTED:
            return ()
        winner = self.outcome.winners[0]
        return shortest_chain(self.cell_bits[winner], winner)

    def passed(self) -> "ConHexState":
        """Return the position with the other side to act, against the rules; it reveals threats."""
        return replace(self, mover=1 - self.mover, last=None, events=(), past=())

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the legal moves by node, then the swap; or relocations by origin, goal (rulings C3-C5)."""
        return moves.legal_moves(self) if self.outcome is None else ()

    def parse(self, text: str) -> Move:
        """Read a typed move, ignoring case and blanks.

        Raises InvalidMove or IllegalMove.
        """
        if self.outcome is not None and reads_like_move(text):
            raise game_over()
        move = read_move(text)
        moves.check(self, move)
        return move

    def play(self, move: Move) -> "ConHexState":
        """Return the state after `move`. Raises IllegalMove."""
        seat = self.mover
        own, other = self.ball_bits[seat], self.ball_bits[1 - seat]
        goal = NODE_INDEX.get(move.text)
        if goal is not None and (move is PLACEMENTS[goal] or move == PLACEMENTS[goal]):
            moves.check_placement(self, goal)
            return self._next(move, own | 1 << goal, other, goal)
        if move == SWAP:
            moves.check(self, SWAP)
            event = Event(Events.SWAP, (NODES[other.bit_length() - 1],), seat)
            return self._next(move, other, own, other.bit_length() - 1, event)
        if len(move.path) == 2 and all(node in NODE_INDEX for node in move.path):
            origin, goal = (NODE_INDEX[node] for node in move.path)
            if move == relocations(origin)[goal]:
                moves.check(self, move)
                event = Event(Events.RELOCATE, move.path, seat)
                return self._next(move, own ^ 1 << origin | 1 << goal, other, goal, event)
        if self.outcome is not None:
            raise game_over()
        raise IllegalMove(
            f"{move.text[:40]!r} is not a move of this game", Refusals.NOT_A_MOVE, text=move.text[:40]
        )

    def _next(self, move: Move, own: int, other: int, node: int, event: Event | None = None) -> "ConHexState":
        """Conquer cells around `node`, the mover's newest ball, and pass the turn."""
        seat, setup = self.mover, self.setup
        taken = cells_conquered_by(node, own, self.cell_bits[0] | self.cell_bits[1])
        events: tuple[Event, ...] = () if event is None else (event,)
        cell_bits, outcome = self.cell_bits, None
        if taken:
            held = self.cell_bits[seat] | taken
            cell_bits = (held, self.cell_bits[1]) if seat == 0 else (self.cell_bits[0], held)
            events += (Event(Events.CONQUER, tuple(CELLS[i] for i in members(taken)), seat),)
            outcome = _WON[seat] if connects(held, seat) else None
        goes_on = seat == 0 and not other and own.bit_count() < setup.handicap
        past: tuple[moves.Stand, ...] = ()
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
        return state.with_outcome()

    def with_outcome(self) -> "ConHexState":
        """Return this state, lost for the mover if they cannot move (ruling C5)."""
        if self.outcome is None and not moves.can_move(self):
            return replace(self, outcome=_STUCK[self.mover])
        return self


SERIES = Series()
"""The starter alternates from game to game."""


@dataclass(frozen=True, slots=True)
class ConHex:
    """The game ConHex; stateless."""

    key: str = "conhex"
    order: int = 30
    seats: tuple[int, ...] = SEATS
    options: tuple[Option, ...] = OPTIONS
    vocabulary: Vocabulary = VOCABULARY
    versions: tuple[RulesVersion, ...] = VERSIONS
    series: Series = SERIES
    agreed_draw: bool = False

    def roles(self, players: int) -> tuple[str, ...]:  # noqa: ARG002 -- the contract of games asks for it
        return ROLES

    def least_plies(self, players: int) -> Mapping[str, int]:  # noqa: ARG002 -- the contract of games asks for it
        """Return the least number of plies for a win of each side to count."""
        return dict.fromkeys(ROLES, 16)

    def new(self, options: Mapping[str, str] | None = None, players: int | None = None) -> ConHexState:
        """Return the empty board, red to move. Raises InvalidOption."""
        return ConHexState(agree(options, players), (0, 0), (0, 0), 0)

    def from_position(
        self, text: str, options: Mapping[str, str] | None = None, players: int | None = None
    ) -> ConHexState:
        """Return the state described by a position text; finished if a side has connected or cannot move.

        The text alone determines the owners of cells, regardless of the balls. Raises InvalidPosition or
        InvalidOption.
        """
        setup = agree(options, players)
        layout = read_layout(text)
        for role, balls in zip(ROLES, layout.balls, strict=True):
            if setup.limit is not None and balls.bit_count() > setup.limit:
                raise InvalidPosition(
                    f"{role} has {balls.bit_count()} balls on the board, but only {setup.limit} to play with",
                    PositionRefusals.TOO_MANY_BALLS,
                    role=role,
                    number=str(balls.bit_count()),
                    limit=str(setup.limit),
                )
        winner = next((seat for seat in (0, 1) if connects(layout.cells[seat], seat)), None)
        outcome = None if winner is None else _WON[winner]
        state = ConHexState(setup, layout.balls, layout.cells, layout.mover, outcome=outcome)
        return state.with_outcome()


GAME: Final = ConHex()
