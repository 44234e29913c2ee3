"""Fox and Hens: twenty hens strive for the hen house, two foxes hunt them and may miss a capture.

Sources: the rulebook of Fox and Hens and the rulings A1-A19. Seat 0 plays the hens, seat 1 the foxes. Inside,
sets of points are bit sets (see `board`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from rules.contract import AmbiguousMove, Duty, Event, Game, IllegalMove, InvalidMove, Move, Option, Outcome
from rules.contract.series import Series
from rules.games.fox_and_hens.board import (
    COOP,
    POINT_INDEX,
    Step,
    bits,
    can_capture,
    chains,
    members,
    names,
)
from rules.games.fox_and_hens.endings import FEWEST_HENS, judged
from rules.games.fox_and_hens.refusals import (
    check_layout,
    game_over,
    why_no_capture,
    why_no_step,
    why_no_word,
)
from rules.games.fox_and_hens.setup import FOXES, HENS, OPTIONS, SEATS, Setup, agree
from rules.games.fox_and_hens.text import (
    BARE_CLAIM,
    CLAIM,
    CLAIMS,
    MUST_CAPTURE,
    NOTHING,
    PLACE,
    PLACINGS,
    REMOVALS,
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

DUTIES: Mapping[str, tuple[Duty, ...]] = MappingProxyType(
    {
        MUST_CAPTURE: (Duty("must-capture"),),
        PLACE: (Duty("place"),),
        REMOVE: (Duty("remove"),),
    }
)


@dataclass(frozen=True, slots=True)
class FoxState:
    """A position of Fox and Hens; `mover` acts next or would if the game went on.

    `pending` says what is due beside an ordinary move: "" (nothing), "must-capture", "place" (the absent
    fox), "remove" (the foxes name one to go) or "claim" (the last step missed a capture; `miss` says whose).
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
        """The position as text. It tells whether a claim is open: not for the eyes of the hens."""
        return write_layout(Layout(self.hen_bits, self.fox_points, self.mover, self.pending, self.miss))

    @property
    def turn(self) -> int | None:
        """The seat to act; None when the game is over."""
        return self.mover if self.outcome is None else None

    @property
    def is_chance(self) -> bool:
        """Never: nothing is left to chance."""
        return False

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
        """How many foxes are off the board."""
        return 2 - len(self.fox_points)

    @property
    def claimable(self) -> tuple[str, ...]:
        """The foxes that missed a capture, while it can be pointed out. Not for the eyes of the hens."""
        return () if self.miss is None else names(self.miss.culprits)

    @property
    def duties(self) -> tuple[Duty, ...]:
        """What binds the side to act beyond an ordinary move; a capture it may overlook is none (rule 6)."""
        return DUTIES.get(self.pending, ()) if self.outcome is None else ()

    @property
    def calls(self) -> tuple[str, ...]:
        """The actions the seat to act may try at any time, whether they are legal now or not.

        Whoever offers choices offers these always, and neither tells nor draws whether they would succeed:
        `parse` of the bare action says so when it is tried. Legal moves with such an action are to be left
        out of what is offered. Here: the hens' claim before their move, once a turn (rule 6, ruling A11).
        """
        at_move = self.outcome is None and self.mover == HENS and self.pending in {NOTHING, CLAIM}
        claimed = self.last is not None and self.last.action in {CLAIM, REMOVE}
        return (CLAIM,) if at_move and self.setup.has_claims and not claimed else ()

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the legal moves: of the hens by line and the claim last, of the foxes fox by fox."""
        if self.outcome is not None:
            return ()
        if self.pending in {PLACE, REMOVE}:
            return self._words()
        if self.mover == FOXES:
            return tuple(self._fox_moves())
        hens, occupied = self.hen_bits, self._occupied()
        steps = [
            step.move
            for step in self.setup.board.hen_steps
            if hens & step.origin_bit and not occupied & step.target_bit
        ]
        return (*steps, *self._words())

    def chances(self) -> tuple[tuple[Move, Fraction], ...]:
        """Return nothing: no ply is left to chance."""
        return ()

    def parse(self, text: str) -> Move:
        """Read a move as a player types it, whatever its case and blanks.

        A bare `claim` stands for the only claim there is. Raises InvalidMove, IllegalMove or AmbiguousMove.
        """
        reading = read_move(text)
        if self.outcome is not None:
            raise game_over()
        check_points(reading.points)
        if reading.form == "step":
            step = self.setup.board.steps.get("-".join(reading.points))
            if step is None or not self._allows_step(step):
                raise why_no_step(self, reading.points)
            return step.move
        if reading.form == "capture":
            if not self._taken(reading.points):
                raise why_no_capture(self, reading.points)
            return Move("x".join(reading.points), reading.points)
        return self._read_word(reading)

    def _read_word(self, reading: Reading) -> Move:
        """Find the legal placing, removal or claim a player means. Raises IllegalMove or AmbiguousMove."""
        possible = self._words() if self._expects(reading.form) else ()
        meant = [move for move in possible if move.path == reading.points]
        if not meant and reading.form == CLAIM and not reading.points:
            meant = list(possible)
        if not meant:
            raise why_no_word(self, reading, possible)
        if len(meant) > 1:
            points = " ".join(self.claimable)
            raise AmbiguousMove(f"name the fox that is to go: one of {points}", "claim-which", points=points)
        return meant[0]

    def play(self, move: Move) -> "FoxState":
        """Return the state after `move`. Raises IllegalMove."""
        step = self.setup.board.steps.get(move.text)
        if step is not None and (step.move is move or step.move == move):
            if not self._allows_step(step):
                raise why_no_step(self, move.path)
            return self._hen_step(step) if self.mover == HENS else self._fox_step(step)
        if not move.action and move.text == "x".join(move.path):
            taken = self._taken(move.path)
            if not taken:
                raise why_no_capture(self, move.path)
            return self._capture(move, taken)
        if self._expects(move.action) and move in self._words():
            return {PLACE: self._place, REMOVE: self._remove, CLAIM: self._claim}[move.action](move)
        raise self._why_not(move)

    def _why_not(self, move: Move) -> IllegalMove:
        """Return the refusal of a move that cannot be played, maybe not even of this game."""
        try:
            self.parse(move.text)
        except IllegalMove as refusal:
            return refusal
        except (InvalidMove, AmbiguousMove):
            pass
        return IllegalMove(f"{move.text[:40]!r} is no move here", "not-a-move", text=move.text[:40])

    def _occupied(self) -> int:
        return self.hen_bits | bits(self.fox_points)

    def _expects(self, word: str) -> bool:
        """Tell whether a word of its own is due (ruling A16: a claim need not be used)."""
        return self.outcome is None and word != NOTHING and word == self.pending

    def _words(self) -> tuple[Move, ...]:
        """Return the moves that what is pending opens beside steps and captures."""
        if self.pending == PLACE:
            free = self.setup.return_zone & ~self._occupied()
            return tuple(PLACINGS[point] for point in members(free))
        if self.pending == REMOVE:
            return tuple(REMOVALS[fox] for fox in self.fox_points)
        if self.miss is None:
            return ()
        if self._names_culprit(self.miss):
            return tuple(CLAIMS[fox] for fox in self.miss.culprits)
        return (BARE_CLAIM,)

    def _names_culprit(self, miss: Miss) -> bool:
        """Tell whether a claim has to say which fox goes."""
        alone = len(miss.culprits) == 1
        return self.setup.penalty == "remove-fox" and (alone or self.setup.both == "hens-choose")

    def _fox_moves(self) -> Iterable[Move]:
        hens, occupied, ground = self.hen_bits, self._occupied(), self.setup.board
        compelled = self.is_compelled()
        for fox in self.fox_points:
            if not compelled:
                for step in ground.fox_steps[fox]:
                    if not occupied & step.target_bit:
                        yield step.move
            if can_capture(ground, fox, hens, occupied):
                yield from chains(ground, fox, hens, occupied)

    def is_compelled(self) -> bool:
        """Tell whether the foxes have no choice but to capture (rule 5, option `missed_capture`)."""
        if self.setup.has_claims and self.pending != MUST_CAPTURE:
            return False
        occupied = self._occupied()
        return any(can_capture(self.setup.board, fox, self.hen_bits, occupied) for fox in self.fox_points)

    def _allows_step(self, step: Step) -> bool:
        if self.outcome is not None or self.pending in {PLACE, REMOVE}:
            return False
        if self._occupied() & step.target_bit:
            return False
        if self.mover == HENS:
            return bool(self.hen_bits & step.origin_bit) and step.move.text in self.setup.board.hen_texts
        return step.origin in self.fox_points and not self.is_compelled()

    def _taken(self, points: Iterable[str]) -> tuple[int, ...]:
        """Return the hens that a complete capture over these landing points takes, () where it cannot be."""
        way = [POINT_INDEX.get(name, -1) for name in points]
        due = self.outcome is None and self.mover == FOXES and self.pending in {NOTHING, MUST_CAPTURE}
        if not due or not way or way[0] not in self.fox_points:
            return ()
        fox, ground = way[0], self.setup.board
        hens, others = self.hen_bits, self._occupied() & ~(1 << fox)
        taken: list[int] = []
        for target in way[1:]:
            jump = next((jump for jump in ground.jumps[fox] if jump.target == target), None)
            if jump is None or not hens & jump.hen_bit or others & jump.target_bit:
                return ()
            taken.append(jump.hen_bit.bit_length() - 1)
            hens, others = hens & ~jump.hen_bit, others & ~jump.hen_bit
            fox = target
        return () if can_capture(ground, fox, hens, others) else tuple(taken)

    def _hen_step(self, step: Step) -> "FoxState":
        hens = self.hen_bits ^ step.origin_bit ^ step.target_bit
        return self._next(step.move, hens, self.fox_points, FOXES)

    def _fox_step(self, step: Step) -> "FoxState":
        """Take a step; where a capture was missed, the claim is open (rule 6, rulings A8, A9, A19)."""
        miss = None
        if self.setup.has_claims:
            ground, hens, occupied = self.setup.board, self.hen_bits, self._occupied()
            culprits = [fox for fox in self.fox_points if can_capture(ground, fox, hens, occupied)]
            if culprits:
                miss = Miss(_moved(culprits, step.origin, step.target), step.origin, step.target)
        foxes = _moved(self.fox_points, step.origin, step.target)
        return self._next(step.move, self.hen_bits, foxes, HENS, NOTHING if miss is None else CLAIM, miss)

    def _capture(self, move: Move, taken: tuple[int, ...]) -> "FoxState":
        """Take hens off; an absent fox is then due to come back (rules 4 and 7)."""
        hens = self.hen_bits & ~bits(taken)
        foxes = _moved(self.fox_points, POINT_INDEX[move.path[0]], POINT_INDEX[move.path[-1]])
        event = Event("capture", names(taken), HENS)
        if len(foxes) == 2 or hens.bit_count() < FEWEST_HENS:
            return self._next(move, hens, foxes, HENS, events=(event,))
        return self._next(move, hens, foxes, self.setup.return_seat, PLACE, events=(event,))

    def _place(self, move: Move) -> "FoxState":
        """Put the absent fox back (rule 7)."""
        foxes = tuple(sorted((*self.fox_points, POINT_INDEX[move.path[0]])))
        events = (Event("fox-returned", move.path, FOXES),)
        return self._next(move, self.hen_bits, foxes, HENS, events=events)

    def _remove(self, move: Move) -> "FoxState":
        """Take off the fox its own player names (option `both_missed`)."""
        return self._without(move, (POINT_INDEX[move.path[0]],), ())

    def _claim(self, move: Move) -> "FoxState":
        """Punish a missed capture (rule 6, options `missed_capture` and `both_missed`)."""
        setup, miss = self.setup, self.miss
        if miss is None:
            raise self._why_not(move)
        claim = (Event("claim", move.path or names(miss.culprits), FOXES),)
        if move.path:
            return self._without(move, (POINT_INDEX[move.path[0]],), claim)
        if setup.penalty == "takeback" or setup.both == "takeback":
            foxes = _moved(self.fox_points, miss.target, miss.origin)
            events = (*claim, Event("takeback", names((miss.target, miss.origin)), FOXES))
            return self._next(move, self.hen_bits, foxes, FOXES, MUST_CAPTURE, events=events)
        if setup.both == "foxes-choose":
            return self._next(move, self.hen_bits, self.fox_points, FOXES, REMOVE, events=claim)
        gone = (miss.target,) if setup.both == "moved-fox" else self.fox_points
        return self._without(move, gone, claim)

    def _without(self, move: Move, gone: tuple[int, ...], events: tuple[Event, ...]) -> "FoxState":
        foxes = tuple(fox for fox in self.fox_points if fox not in gone)
        events = (*events, Event("fox-removed", names(gone), FOXES))
        return self._next(move, self.hen_bits, foxes, HENS, events=events)

    def _next(
        self,
        move: Move,
        hens: int,
        foxes: tuple[int, ...],
        mover: int,
        pending: str = NOTHING,
        miss: Miss | None = None,
        events: tuple[Event, ...] = (),
    ) -> "FoxState":
        outcome = judged(self.setup, Layout(hens, foxes, mover, pending, miss))
        if outcome is not None:
            pending, miss = NOTHING, None
        return FoxState(self.setup, hens, foxes, mover, pending, miss, move, events, outcome)


def _moved(foxes: Iterable[int], origin: int, target: int) -> tuple[int, ...]:
    return tuple(sorted(target if fox == origin else fox for fox in foxes))


SERIES = Series(every_role=True)
"""Two games with the roles swapped; only who wins both wins the series (rule 10)."""


@dataclass(frozen=True, slots=True)
class FoxAndHens:
    """The game Fox and Hens: keeps no state of its own."""

    key: str = "fox-and-hens"
    order: int = 40
    seats: tuple[int, ...] = SEATS
    options: tuple[Option, ...] = OPTIONS
    series: Series = SERIES

    def roles(self, players: int) -> tuple[str, ...]:  # noqa: ARG002 -- the contract of games asks for it
        """Return the sides by seat."""
        return ROLES

    def new(self, options: Mapping[str, str] | None = None, players: int | None = None) -> FoxState:
        """Return the first position, hens to move. Raises InvalidOption."""
        setup = agree(options, players)
        return FoxState(setup, COOP, setup.fox_start, HENS)

    def from_position(
        self, text: str, options: Mapping[str, str] | None = None, players: int | None = None
    ) -> FoxState:
        """Return the state a position text describes; nothing is pending in it when the game is over.

        Raises InvalidPosition or InvalidOption.
        """
        setup = agree(options, players)
        layout = read_layout(text)
        check_layout(setup, layout)
        outcome = judged(setup, layout)
        pending, miss = (layout.pending, layout.miss) if outcome is None else (NOTHING, None)
        return FoxState(setup, layout.hens, layout.foxes, layout.mover, pending, miss, outcome=outcome)


GAME: Final = FoxAndHens()
