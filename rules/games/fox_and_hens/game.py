"""Fox and Hens: twenty hens head for the hen house, two foxes hunt them and may miss a capture.

Sources: the rulebook of Fox and Hens and the rulings A1-A19. Seat 0 plays the hens, seat 1 the foxes. Sets of
points are bit sets internally (see `board`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from rules.contract import (
    AmbiguousMove,
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
from rules.games.fox_and_hens import effects, moves
from rules.games.fox_and_hens.board import COOP, names
from rules.games.fox_and_hens.endings import outcome_of
from rules.games.fox_and_hens.refusals import check_layout, why_no_capture, why_no_step, why_no_word
from rules.games.fox_and_hens.setup import HENS, OPTIONS, SEATS, Setup, agree
from rules.games.fox_and_hens.text import (
    CLAIM,
    MUST_CAPTURE,
    NOTHING,
    PLACE,
    REMOVE,
    ROLES,
    Layout,
    Miss,
    Reading,
    check_points,
    read_layout,
    read_move,
    write_layout,
)
from rules.games.fox_and_hens.versions import VERSIONS
from rules.games.fox_and_hens.vocabulary import VOCABULARY, Duties, Refusals
from rules.toolkit.bits import members
from rules.toolkit.states import TwoPlayerState, game_over

DUTIES: Mapping[str, tuple[Duty, ...]] = MappingProxyType(
    {
        MUST_CAPTURE: (Duty(Duties.MUST_CAPTURE),),
        PLACE: (Duty(Duties.PLACE),),
        REMOVE: (Duty(Duties.REMOVE),),
    }
)


@dataclass(frozen=True, slots=True)
class FoxState(TwoPlayerState):
    """A position of Fox and Hens; `mover` acts next, or would if the game continued.

    `pending` is a duty besides an ordinary move: "" (none), "must-capture", "place" (the absent fox),
    "remove" (the foxes choose the fox to remove) or "claim" (the last step missed a capture, as in `miss`).
    """

    setup: Setup
    hen_bits: int
    fox_points: tuple[int, ...]
    mover: int
    pending: str = NOTHING
    miss: Miss | None = None
    last: Move | None = field(default=None, compare=False)
    events: tuple[Event, ...] = field(default=(), compare=False)
    outcome: Outcome | None = field(default=None, compare=False)

    @property
    def game(self) -> Game:
        return GAME

    @property
    def options(self) -> Mapping[str, str]:
        return self.setup.options

    @property
    def position(self) -> str:
        """The position as text. It reveals whether a claim is open, so it is not for the hens' player."""
        return write_layout(Layout(self.hen_bits, self.fox_points, self.mover, self.pending, self.miss))

    @property
    def turn(self) -> int | None:
        """The seat to act; None when the game is over."""
        return self.mover if self.outcome is None else None

    @property
    def hens(self) -> tuple[str, ...]:
        """The points of the hens, by file and rank."""
        return names(members(self.hen_bits))

    @property
    def foxes(self) -> tuple[str, ...]:
        """The points of the foxes on the board, by file and rank."""
        return names(self.fox_points)

    @property
    def off(self) -> int:
        """The number of foxes off the board."""
        return 2 - len(self.fox_points)

    @property
    def claimable(self) -> tuple[str, ...]:
        """The foxes that missed a capture, while it can be claimed. Not for the hens' player."""
        return () if self.miss is None else names(self.miss.culprits)

    @property
    def duties(self) -> tuple[Duty, ...]:
        """The duties of the side to act; a capture that may be overlooked is not among them (rule 6)."""
        return DUTIES.get(self.pending, ()) if self.outcome is None else ()

    @property
    def calls(self) -> tuple[str, ...]:
        """The actions that the seat to act may always try, legal or not.

        Always offer these without revealing whether they would succeed: `parse` of the bare action decides.
        Omit legal moves with such an action from the offered moves. Here: the hens' claim before their move,
        once a turn (rule 6, ruling A11), after every plain step of a fox.
        """
        at_move = self.outcome is None and self.mover == HENS and self.pending in {NOTHING, CLAIM}
        return (CLAIM,) if at_move and self.setup.has_claims and self._follows_step else ()

    @property
    def _follows_step(self) -> bool:
        """Whether a fox may have stepped last; without plies, a position shows only whether a hen moved."""
        if self.last is None:
            return self.hen_bits != COOP
        return not self.last.action and "x" not in self.last.text

    @property
    def punishes_oversight(self) -> bool:
        """Whether a capture can be missed, so that the foxes must find their captures (rule 6)."""
        return self.setup.has_claims

    def passed(self) -> "FoxState | None":
        """Return the position with the other side to act, against the rules; it reveals threats.

        None while a fox must capture, be placed or be removed. An open claim lapses.
        """
        if self.pending not in {NOTHING, CLAIM}:
            return None
        return replace(self, mover=1 - self.mover, pending=NOTHING, miss=None, last=None, events=())

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the legal moves: the hens' by line, then the claim; the foxes' fox by fox."""
        return moves.legal_moves(self)

    def parse(self, text: str) -> Move:
        """Read a typed move, ignoring case and blanks.

        A bare `claim` means the only possible claim. Raises InvalidMove, IllegalMove or AmbiguousMove.
        """
        reading = read_move(text)
        if self.outcome is not None:
            raise game_over()
        check_points(reading.points)
        if reading.form == "step":
            step = self.setup.board.steps.get("-".join(reading.points))
            if step is None or not moves.allows_step(self, step):
                raise why_no_step(self, reading.points)
            return step.move
        if reading.form == "capture":
            if not moves.captured_by(self, reading.points):
                raise why_no_capture(self, reading.points)
            return Move("x".join(reading.points), reading.points)
        return self._read_word(reading)

    def _read_word(self, reading: Reading) -> Move:
        """Find the legal placement, removal or claim that is meant. Raises IllegalMove or AmbiguousMove."""
        possible = moves.words(self) if moves.expects(self, reading.form) else ()
        candidates = [move for move in possible if move.path == reading.points]
        if not candidates and reading.form == CLAIM and not reading.points:
            candidates = list(possible)
        if not candidates:
            raise why_no_word(self, reading, possible)
        if len(candidates) > 1:
            points = " ".join(self.claimable)
            raise AmbiguousMove(
                f"name the fox that is to go: one of {points}", Refusals.CLAIM_AMBIGUOUS, points=points
            )
        return candidates[0]

    def play(self, move: Move) -> "FoxState":
        """Return the state after `move`. Raises IllegalMove."""
        step = self.setup.board.steps.get(move.text)
        if step is not None and (step.move is move or step.move == move):
            if not moves.allows_step(self, step):
                raise why_no_step(self, move.path)
            effect = effects.hen_step if self.mover == HENS else effects.fox_step
            return self._next(step.move, *effect(self, step))
        if not move.action and move.text == "x".join(move.path):
            taken = moves.captured_by(self, move.path)
            if not taken:
                raise why_no_capture(self, move.path)
            return self._next(move, *effects.capture(self, move, taken))
        if moves.expects(self, move.action) and move in moves.words(self):
            return self._next(move, *self._effect_of_word(move))
        raise self._refusal(move)

    def _effect_of_word(self, move: Move) -> effects.Effect:
        if self.miss is not None:
            return effects.claim(self, move, self.miss)
        return effects.place(self, move) if self.pending == PLACE else effects.remove(self, move)

    def _refusal(self, move: Move) -> IllegalMove:
        """Return the refusal of an unplayable move, possibly of another game."""
        try:
            self.parse(move.text)
        except IllegalMove as refusal:
            return refusal
        except (InvalidMove, AmbiguousMove):
            pass
        return IllegalMove(f"{move.text[:40]!r} is not a move here", Refusals.NOT_A_MOVE, text=move.text[:40])

    def _next(self, move: Move, layout: Layout, events: tuple[Event, ...]) -> "FoxState":
        outcome = outcome_of(self.setup, layout)
        pending, miss = (layout.pending, layout.miss) if outcome is None else (NOTHING, None)
        return FoxState(
            self.setup, layout.hens, layout.foxes, layout.mover, pending, miss, move, events, outcome
        )


SERIES = Series(every_role=True)
"""Two games with swapped roles; only the winner of both wins the series (rule 10)."""


@dataclass(frozen=True, slots=True)
class FoxAndHens:
    """The game Fox and Hens; stateless."""

    key: str = "fox-and-hens"
    order: int = 40
    seats: tuple[int, ...] = SEATS
    options: tuple[Option, ...] = OPTIONS
    vocabulary: Vocabulary = VOCABULARY
    versions: tuple[RulesVersion, ...] = VERSIONS
    series: Series = SERIES
    one_sided: bool = True

    @property
    def first_game_options(self) -> Mapping[str, str]:
        """Options for newcomers: no missed captures, no claims."""
        return {"missed_capture": "enforced"}

    def roles(self, players: int) -> tuple[str, ...]:  # noqa: ARG002 -- the contract of games asks for it
        return ROLES

    def least_plies(self, players: int) -> Mapping[str, int]:  # noqa: ARG002 -- the contract of games asks for it
        """Return the least number of plies for a win of each side to count."""
        return dict(zip(ROLES, (16, 12), strict=True))

    def new(self, options: Mapping[str, str] | None = None, players: int | None = None) -> FoxState:
        """Return the first position, hens to move. Raises InvalidOption."""
        setup = agree(options, players)
        return FoxState(setup, COOP, setup.fox_start, HENS)

    def from_position(
        self, text: str, options: Mapping[str, str] | None = None, players: int | None = None
    ) -> FoxState:
        """Return the state described by a position text; nothing is pending in it if the game is over.

        Raises InvalidPosition or InvalidOption.
        """
        setup = agree(options, players)
        layout = read_layout(text)
        check_layout(setup, layout)
        outcome = outcome_of(setup, layout)
        pending, miss = (layout.pending, layout.miss) if outcome is None else (NOTHING, None)
        return FoxState(setup, layout.hens, layout.foxes, layout.mover, pending, miss, outcome=outcome)


GAME: Final = FoxAndHens()
