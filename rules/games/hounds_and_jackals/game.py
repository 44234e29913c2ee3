"""Hounds and Jackals: two packs run side by side and drive each other home; the first pack home loses.

Sources: the rulebook of Hounds and Jackals and the rulings B1-B26. Seat 0 plays the hounds on track A, seat 1
the jackals on track B. Internally the holes of a track are bit sets (see `board`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from rules.contract import (
    Duty,
    Event,
    Game,
    IllegalMove,
    InvalidMove,
    Move,
    Option,
    Outcome,
    RulesVersion,
    Vocabulary,
)
from rules.contract.series import Series
from rules.games.hounds_and_jackals import moves
from rules.games.hounds_and_jackals.board import (
    ENDS,
    FIRST_GOAL,
    GOAL,
    PASS,
    RETREATS,
    ROWS,
    START,
    TRACK_NAMES,
    steps_of,
)
from rules.games.hounds_and_jackals.effects import events_of
from rules.games.hounds_and_jackals.obligations import Obligation, answers, obligations
from rules.games.hounds_and_jackals.refusals import why_no_move
from rules.games.hounds_and_jackals.setup import OPTIONS, ROLES, SEATS, Setup, agree
from rules.games.hounds_and_jackals.text import Layout, read_layout, read_move, write_layout
from rules.games.hounds_and_jackals.versions import VERSIONS
from rules.games.hounds_and_jackals.vocabulary import VOCABULARY, Events, Outcomes, Refusals
from rules.toolkit.bits import members
from rules.toolkit.states import TwoPlayerState, game_over
from rules.toolkit.texts import shorten

_HOME: Final = (Outcome((1,), Outcomes.ALL_HOME), Outcome((0,), Outcomes.ALL_HOME))
_BOTH_HOME: Final = Outcome((), Outcomes.BOTH_HOME)
_STUCK: Final = (Outcome((1,), Outcomes.NO_MOVES), Outcome((0,), Outcomes.NO_MOVES))
_PASSED: Final = Outcome((), Outcomes.DOUBLE_PASS)
_REPEATED: Final = Outcome((), Outcomes.REPETITION)
_ENOUGH: Final = 3
_FIRST_REVISITED: Final = min(RETREATS.values())

Sight = tuple[tuple[int, int], int, int]  # pieces, the seat to act, its attacked pieces


class HoundsState(TwoPlayerState):
    """A position of Hounds and Jackals; `Layout.mover` acts next, or would if the game continued.

    `past` are the positions since the last irreversible ply, including this one: earlier ones cannot recur.
    It is kept only if repetitions end the game.
    """

    __slots__ = ("_events", "_last", "_layout", "_legal", "_outcome", "_past", "_setup")

    def __init__(
        self,
        setup: Setup,
        layout: Layout,
        past: tuple[Sight, ...] = (),
        last: Move | None = None,
        events: tuple[Event, ...] = (),
    ) -> None:
        self._setup: Final = setup
        self._layout: Final = layout
        self._legal: tuple[Move, ...] | None = None
        self._last: Final = last
        self._events: Final = events
        sight = (layout.pieces, layout.mover, layout.attacked)
        self._past: Final = () if setup.may_repeat else (*past, sight)
        self._outcome: Final = self._outcome_in(sight)
        if self._outcome is not None:
            self._legal = ()

    def _outcome_in(self, sight: Sight) -> Outcome | None:
        """Return the outcome, if the game is over (rule 8, rulings B19-B21)."""
        layout = self._layout
        hounds, jackals = layout.pieces
        if GOAL in layout.pieces:
            return _BOTH_HOME if hounds == jackals else _HOME[0 if hounds == GOAL else 1]
        if layout.passed > 1:
            return _PASSED
        if self._past.count(sight) >= _ENOUGH:
            return _REPEATED
        if self._setup.stuck_loses and not self.must_pass_for_void and self.legal_moves() == (PASS,):
            return _STUCK[layout.mover]
        return None

    @property
    def game(self) -> Game:
        return GAME

    @property
    def setup(self) -> Setup:
        return self._setup

    @property
    def layout(self) -> Layout:
        """The pieces as bits, the seat that acts next, and its attacked pieces."""
        return self._layout

    @property
    def past(self) -> tuple[Sight, ...]:
        """The positions that can recur, including this one; empty if repetitions do not end the game."""
        return self._past

    @property
    def options(self) -> Mapping[str, str]:
        return self._setup.options

    @property
    def position(self) -> str:
        return write_layout(self._layout)

    @property
    def turn(self) -> int | None:
        """The seat to act; None when the game is over."""
        return self._layout.mover if self._outcome is None else None

    @property
    def also_typed(self) -> Mapping[str, str]:
        """The holes of the side to act, as the board names them: `A9` is the hounds' hole 9."""
        return TRACK_NAMES[self._layout.mover]

    @property
    def mover(self) -> int:
        """The seat that acts next, or would if the game continued."""
        return self._layout.mover

    @property
    def outcome(self) -> Outcome | None:
        return self._outcome

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the last ply besides moving a piece."""
        return self._events

    @property
    def last(self) -> Move | None:
        return self._last

    @property
    def pieces(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The holes of the pieces by seat, ascending."""
        hounds, jackals = self._layout.pieces
        return tuple(members(hounds)), tuple(members(jackals))

    @property
    def attacked(self) -> tuple[int, ...]:
        """The attacked holes of the side that acts next, ascending."""
        return tuple(members(self._layout.attacked))

    @property
    def obligations(self) -> tuple[Obligation, ...]:
        """The obligation of each attacked piece, with possible answers; empty after the end."""
        layout = self._layout
        if self._outcome is not None:
            return ()
        return obligations(self._setup, *self._sides(), layout.attacked)

    @property
    def duties(self) -> tuple[Duty, ...]:
        """The duties of the side to act: attacked pieces, step counts and possible answers (rules 5-7).

        `points` are the attacked hole and the holes of pieces that must answer in its place.
        """
        return tuple(duty.as_duty(self._layout.mover) for duty in self.obligations)

    @property
    def is_void(self) -> bool:
        """Whether there is an attack that no piece can answer (ruling B15)."""
        attacked = self._layout.attacked
        return attacked != 0 and not answers(self._setup, *self._sides(), attacked)

    @property
    def must_pass_for_void(self) -> bool:
        """Whether a void attack leaves only a pass (option `void_attack`)."""
        return self._setup.void_means_pass and self.is_void

    def steps(self, seat: int) -> Mapping[int, int]:
        """Return the step count of each piece of a seat by its hole (rule 2)."""
        own, enemy = self._layout.pieces[seat], self._layout.pieces[1 - seat]
        return MappingProxyType({hole: steps_of(hole, own, enemy) for hole in members(own)})

    def passed(self) -> "HoundsState":
        """Return the position with the other side to act, against the rules; attacks go unanswered."""
        return HoundsState(self._setup, Layout(self._layout.pieces, 1 - self._layout.mover))

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the legal moves by origin, then target; a pass if there are none."""
        legal = self._legal
        if legal is None:
            legal = self._legal = moves.legal_moves(self._setup, *self._sides(), self._layout.attacked)
        return legal

    def _sides(self) -> tuple[int, int]:
        """Return the pieces of the side that acts next, then the other's."""
        mover = self._layout.mover
        return self._layout.pieces[mover], self._layout.pieces[1 - mover]

    def parse(self, text: str) -> Move:
        """Read a move such as `9-11` or `pass`, ignoring case and blanks.

        Raises InvalidMove or IllegalMove.
        """
        ends = read_move(text)
        if self._outcome is not None:
            raise game_over()
        text = PASS.text if ends is None else "{}-{}".format(*ends)
        for move in self.legal_moves():
            if move.text == text:
                return move
        raise why_no_move(self, ends)

    def play(self, move: Move) -> "HoundsState":
        """Return the state after `move`. Raises IllegalMove."""
        if move not in self.legal_moves():
            raise self._refusal(move)
        layout, setup = self._layout, self._setup
        seat = layout.mover
        if move.text == PASS.text:
            after = Layout(layout.pieces, 1 - seat, passed=layout.passed + 1)
            return HoundsState(setup, after, self._past, PASS, (Event(Events.PASS, seat=seat),))
        origin, target = ENDS[move.text]
        own, enemy = self._sides()
        attacked = enemy & ROWS[target]
        binding = self.obligations if layout.attacked else ()
        steps = steps_of(origin, own, enemy)
        events = tuple(events_of(move, (origin, target), seat, steps, binding, attacked))
        own ^= 1 << origin | 1 << target
        after = Layout((own, enemy) if seat == 0 else (enemy, own), 1 - seat, attacked)
        can_come_back = origin >= _FIRST_REVISITED and target < FIRST_GOAL
        return HoundsState(setup, after, self._past if can_come_back else (), move, events)

    def _refusal(self, move: Move) -> IllegalMove:
        """Return the refusal of an unplayable move, possibly of another game."""
        try:
            self.parse(move.text)
        except IllegalMove as refusal:
            return refusal
        except InvalidMove:
            pass
        return IllegalMove(
            f"{shorten(move.text)!r} is not a move here", Refusals.NOT_A_MOVE, text=shorten(move.text)
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HoundsState):
            return NotImplemented
        return self._layout == other._layout and self._setup == other._setup

    def __hash__(self) -> int:
        return hash((self._setup, self._layout))

    def __repr__(self) -> str:
        return f"<hounds-and-jackals {self.position!r}>"


SERIES = Series(swap=False, alternates="opens")
"""The opener alternates from game to game."""


@dataclass(frozen=True, slots=True)
class HoundsAndJackals:
    """The game Hounds and Jackals; stateless."""

    key: str = "hounds-and-jackals"
    order: int = 50
    seats: tuple[int, ...] = SEATS
    options: tuple[Option, ...] = OPTIONS
    vocabulary: Vocabulary = VOCABULARY
    versions: tuple[RulesVersion, ...] = VERSIONS
    series: Series = SERIES

    def roles(self, players: int) -> tuple[str, ...]:  # noqa: ARG002 -- the contract of games asks for it
        return ROLES

    def least_plies(self, players: int) -> Mapping[str, int]:  # noqa: ARG002 -- the contract of games asks for it
        """Return the least number of plies for a win of each side to count."""
        return dict.fromkeys(ROLES, 30)

    def new(self, options: Mapping[str, str] | None = None, players: int | None = None) -> HoundsState:
        """Return the first position, without attacks (ruling B22). Raises InvalidOption."""
        setup = agree(options, players)
        return HoundsState(setup, Layout((START, START), setup.opener))

    def from_position(
        self, text: str, options: Mapping[str, str] | None = None, players: int | None = None
    ) -> HoundsState:
        """Return the state described by a position text, as its first occurrence.

        Raises InvalidPosition or InvalidOption.
        """
        setup = agree(options, players)
        return HoundsState(setup, read_layout(text))


GAME: Final = HoundsAndJackals()
