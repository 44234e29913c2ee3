"""Nine Men's Morris: set men, move them, and capture one of the other side's men with every mill.

Sources: the rules in `docs/rules/nine-mens-morris.md`, and the rulings M1-M15. Seat 0 is white and begins,
seat 1 is black. Internally, sets of points are bit sets (see `board`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from rules.contract import Event, Game, IllegalMove, Move, Option, Outcome, RulesVersion, Vocabulary
from rules.contract.series import Series
from rules.games.nine_mens_morris.endings import outcome_of
from rules.games.nine_mens_morris.moves import Ply, legal, ply_of
from rules.games.nine_mens_morris.refusals import check_layout, find
from rules.games.nine_mens_morris.setup import OPTIONS, SEATS, Setup, agree
from rules.games.nine_mens_morris.text import (
    ROLES,
    Layout,
    read_layout,
    read_move,
    reads_like_move,
    write_layout,
)
from rules.games.nine_mens_morris.versions import VERSIONS
from rules.games.nine_mens_morris.vocabulary import VOCABULARY, Events, Refusals
from rules.toolkit.bits import members
from rules.toolkit.states import TwoPlayerState, game_over

LEAST_PLIES: Final = 16
"""The least number of plies for a result to count: fewer than in any serious game."""


@dataclass(frozen=True, slots=True)
class NineMensMorrisState(TwoPlayerState):
    """A position of Nine Men's Morris."""

    setup: Setup
    layout: Layout
    last: Move | None = field(default=None, compare=False)
    events: tuple[Event, ...] = field(default=(), compare=False)
    outcome: Outcome | None = field(default=None, compare=False)
    # The keys of the positions since a man was last set or captured; earlier ones cannot recur (ruling M11).
    past: tuple[int, ...] = field(default=(), compare=False, repr=False)
    quiet: int = field(default=0, compare=False, repr=False)
    """The number of successive moves without a mill (ruling M13)."""

    @property
    def quiet_limit(self) -> int | None:
        """The number of successive plies without a mill that ends the game; None without a limit."""
        return self.setup.limit

    @property
    def game(self) -> Game:
        return GAME

    @property
    def options(self) -> Mapping[str, str]:
        return self.setup.options

    @property
    def position(self) -> str:
        return write_layout(self.layout, self.setup.board)

    @property
    def turn(self) -> int | None:
        """The seat to act; None when the game is over."""
        return self.layout.mover if self.outcome is None else None

    @property
    def men(self) -> Mapping[str, int]:
        """The owner of the man on each occupied point, in the order of `Board.points`."""
        white, black = self.layout.men
        points = self.setup.board.points
        return {points[place]: black >> place & 1 for place in members(white | black)}

    @property
    def hands(self) -> tuple[int, int]:
        """The number of men that each side has still to set."""
        return self.layout.hands

    @property
    def lost(self) -> tuple[int, int]:
        """The number of men that each side has lost."""
        first, second = (
            self.setup.men - men.bit_count() - hand
            for men, hand in zip(self.layout.men, self.layout.hands, strict=True)
        )
        return first, second

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the legal moves, ordered by point."""
        return () if self.outcome is not None else tuple(legal(self.setup, self.layout))

    def parse(self, text: str) -> Move:
        """Read a move such as `d6`, `d6-d5` or `d6-d5xb4`.

        Raises InvalidMove, IllegalMove or AmbiguousMove.
        """
        if self.outcome is not None and reads_like_move(text):
            raise game_over()
        return find(self.setup, self.layout, read_move(text)).move

    def passed(self) -> "NineMensMorrisState":
        """Return the position with the other side to act, against the rules; it reveals threats."""
        layout = replace(self.layout, mover=1 - self.layout.mover)
        return NineMensMorrisState(self.setup, layout)

    def play(self, move: Move) -> "NineMensMorrisState":
        """Return the state after `move`. Raises IllegalMove."""
        if self.outcome is not None:
            raise game_over()
        ply = ply_of(self.setup, self.layout, move)
        if ply is None:
            shown = move.text[:40]
            raise IllegalMove(f"{shown!r} is not a move here", Refusals.NOT_A_MOVE, text=shown)
        return self._after(ply)

    def _after(self, ply: Ply) -> "NineMensMorrisState":
        layout, seat = self.layout, self.layout.mover
        theirs = layout.men[1 - seat] & ~ply.taken
        hand = max(0, layout.hands[seat] - 1)
        if seat == 0:
            after = Layout((ply.own, theirs), (hand, layout.hands[1]), 1)
        else:
            after = Layout((theirs, ply.own), (layout.hands[0], hand), 0)
        sets = layout.hands[seat] > 0
        past = (after.key,) if sets or ply.taken else (*self.past, after.key)
        quiet = 0 if sets or ply.mills else self.quiet + 1
        outcome = outcome_of(self.setup, after, past, quiet)
        return NineMensMorrisState(self.setup, after, ply.move, self._events(ply), outcome, past, quiet)

    def _events(self, ply: Ply) -> tuple[Event, ...]:
        if not ply.mills:
            return ()
        seat, board = self.layout.mover, self.setup.board
        mills = tuple(Event(Events.MILL, board.names(members(mill)), seat) for mill in ply.mills)
        if not ply.taken:
            return mills
        return (*mills, Event(Events.CAPTURE, board.names(members(ply.taken)), 1 - seat))


SERIES: Final = Series()
"""The first mover alternates (ruling M15)."""


@dataclass(frozen=True, slots=True)
class NineMensMorris:
    """The game Nine Men's Morris; stateless."""

    key: str = "nine-mens-morris"
    order: int = 70
    seats: tuple[int, ...] = SEATS
    options: tuple[Option, ...] = OPTIONS
    vocabulary: Vocabulary = VOCABULARY
    versions: tuple[RulesVersion, ...] = VERSIONS
    series: Series = SERIES
    board_option: str = "men"

    def roles(self, players: int) -> tuple[str, ...]:  # noqa: ARG002 -- the contract of games asks for it
        return ROLES

    def least_plies(self, players: int) -> Mapping[str, int]:  # noqa: ARG002 -- the contract of games asks for it
        """Return the least number of plies for a win of each side to count."""
        return dict.fromkeys(ROLES, LEAST_PLIES)

    def new(
        self, options: Mapping[str, str] | None = None, players: int | None = None
    ) -> NineMensMorrisState:
        """Return the empty board, white to set. Raises InvalidOption."""
        setup = agree(options, players)
        return NineMensMorrisState(setup, Layout((0, 0), (setup.men, setup.men), 0))

    def from_position(
        self, text: str, options: Mapping[str, str] | None = None, players: int | None = None
    ) -> NineMensMorrisState:
        """Return the state described by a position text. Raises InvalidPosition or InvalidOption."""
        setup = agree(options, players)
        layout = read_layout(text, setup.board)
        check_layout(setup, layout)
        past = (layout.key,)
        return NineMensMorrisState(setup, layout, outcome=outcome_of(setup, layout, past, 0), past=past)


GAME: Final = NineMensMorris()
