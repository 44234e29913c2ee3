"""Catch the Hat: states and the game itself (sections 1-9, Dice; rulings H16, H17, H35)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from rules.contract import Event, Game, IllegalMove, InvalidMove, Move, Option, Outcome, RulesError
from rules.games.catch_the_hat.endings import (
    ROLL_LIMIT,
    golden_holder,
    outcome_at_limit,
    outcome_of,
    scores_of,
)
from rules.games.catch_the_hat.moves import hand_of, plies_of
from rules.games.catch_the_hat.position import CHOOSING, UNROLLED, Layout, read_position, write_position
from rules.games.catch_the_hat.reading import (
    PASS,
    ROLL_AGAIN,
    ROLLS,
    STOP,
    chosen,
    read,
    why_not,
)
from rules.games.catch_the_hat.setup import OPTIONS, SEATS, Setup, agree, roles_of
from rules.games.catch_the_hat.table import Ply, Table, carry_out, letters, start

_CHANCES: Final = tuple((roll, Fraction(1, len(ROLLS))) for roll in ROLLS)
_FACES: Final[Mapping[str, int]] = {roll.text: face for face, roll in enumerate(ROLLS, 1)}
_CHOICE: Final = (ROLL_AGAIN, STOP)
_RETIRE: Final = "retire"


@dataclass(frozen=True, slots=True)
class Reached:
    """How a state came about: the rolls made, who has left, and what the last ply was and did."""

    rolls: int = 0
    retired: frozenset[int] = frozenset()
    outcome: Outcome | None = None
    events: tuple[Event, ...] = ()
    last: Move | None = None


class HatState:
    """A position of Catch the Hat.

    Who has retired and how many rolls were made is history: both decide how the game goes on, but the
    position text has no place for them, so they do not count in comparisons, as the moves made do not.
    """

    __slots__ = ("_die", "_legal", "_mover", "_plies", "_reached", "_setup", "_table")

    def __init__(self, setup: Setup, table: Table, mover: int, die: int, reached: Reached) -> None:
        self._setup: Final = setup
        self._table: Final = table
        self._mover: Final = mover
        self._die: Final = die
        self._reached: Final = reached
        self._plies: Mapping[str, Ply] | None = None
        self._legal: tuple[Move, ...] | None = None

    @property
    def game(self) -> Game:
        """The game this is a state of."""
        return GAME

    @property
    def options(self) -> Mapping[str, str]:
        """All options with their values."""
        return self._setup.options

    @property
    def players(self) -> int:
        """The number of players, those who have retired among them."""
        return self._setup.players

    @property
    def position(self) -> str:
        """The position as text; finished, it names the seat that moved last."""
        return write_position(Layout(self._mover, self._die, self._table), self._setup)

    @property
    def turn(self) -> int | None:
        """The seat to act; None before a roll and when the game is over."""
        return self._mover if self._reached.outcome is None and self._die != UNROLLED else None

    @property
    def mover(self) -> int:
        """The seat whose turn it is, before its roll too; of a finished game the seat that moved last."""
        return self._mover

    @property
    def is_chance(self) -> bool:
        """Whether the die is rolled next."""
        return self._die == UNROLLED and self._reached.outcome is None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has."""
        return self._reached.outcome

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last ply did, in order."""
        return self._reached.events

    @property
    def last(self) -> Move | None:
        """The ply that led here, if one did."""
        return self._reached.last

    @property
    def die(self) -> int | None:
        """The roll to be moved now, 1 to 6; None before a roll, in the choice after a six and at the end."""
        return self._die if UNROLLED < self._die < CHOOSING else None

    @property
    def may_roll_again(self) -> bool:
        """Whether the seat to act chooses between rolling again and stopping."""
        return self._die == CHOOSING

    @property
    def stacks(self) -> Mapping[str, tuple[str, ...]]:
        """The stacks, top to bottom by letter, on the places that hold any, homes first."""
        places = self._setup.side.places
        fields = self._table.fields
        return MappingProxyType({places[at]: tuple(map(letters, fields[at])) for at in sorted(fields)})

    @property
    def secured(self) -> Mapping[int, str]:
        """The secured hats by seat, where there are any."""
        return MappingProxyType(
            {seat: letters(hats) for seat, hats in enumerate(self._table.secured) if hats}
        )

    @property
    def golden_owner(self) -> int | None:
        """The seat that has freed the golden hat and still has it free; None in other modes too."""
        return self._table.owner

    @property
    def golden_holder(self) -> int | None:
        """The seat that owns the golden hat or carries it as a prisoner (ruling H29)."""
        return golden_holder(self._setup, self._table)

    @property
    def scores(self) -> tuple[int, ...]:
        """The foreign hats of each seat, secured and carried."""
        return scores_of(self._setup, self._table)

    @property
    def retired(self) -> frozenset[int]:
        """The seats that have left the game."""
        return self._reached.retired

    @property
    def rolls(self) -> int:
        """The rolls made since the first state or the position it was read from."""
        return self._reached.rolls

    @property
    def corners(self) -> tuple[int, ...]:
        """The corner of each seat."""
        return self._setup.corners

    @property
    def parties(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each party, which win together."""
        of = self._setup.parties
        return tuple(
            tuple(seat for seat, own in enumerate(of) if own == party) for party in dict.fromkeys(of)
        )

    @property
    def side(self) -> str:
        """The side of the board: front or back."""
        return self._setup.side.name

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the legal moves by origin and stack; the choice after a six; or a lone pass (H5)."""
        legal = self._legal
        if legal is None:
            legal = self._legal = self._all_moves()
        return legal

    def _all_moves(self) -> tuple[Move, ...]:
        if self._reached.outcome is not None or self._die == UNROLLED:
            return ()
        if self._die == CHOOSING:
            return _CHOICE
        return tuple([ply.move for ply in self._walks().values()]) or (PASS,)

    def _walks(self) -> Mapping[str, Ply]:
        """Return the walks that the roll allows; none where there is no roll to move."""
        plies = self._plies
        if plies is None:
            rolled = UNROLLED < self._die < CHOOSING
            plies = plies_of(self._setup, self._table, self._mover, self._die) if rolled else {}
            self._plies = plies
        return plies

    def chances(self) -> tuple[tuple[Move, Fraction], ...]:
        """Return the six equally likely rolls in a chance state."""
        return _CHANCES if self.is_chance else ()

    def parse(self, text: str) -> Move:
        """Read a move such as `R3-R8`, `r2-h0-r1`, `stop`, or a roll; `retire 2` is none of a player's moves.

        Raises InvalidMove, IllegalMove or AmbiguousMove.
        """
        meant = read(text)
        if isinstance(meant, Move):
            refusal = self._why_not_word(meant)
            if refusal is not None:
                raise refusal
            return meant
        refusal = self._why_no_walk()
        if refusal is not None:
            raise refusal
        ply = chosen(meant, self._walks())
        if ply is None:
            raise why_not(meant, self._setup, self._table, self._mover, self._die)
        return ply.move

    def _why_no_walk(self) -> IllegalMove | None:
        if self._reached.outcome is not None:
            return _game_over()
        if self._die == UNROLLED:
            return IllegalMove("the die has to be rolled first", "not-rolled")
        if self._die == CHOOSING:
            return IllegalMove("after a six, choose first: roll-again or stop", "choose-first")
        return None

    def _why_not_word(self, word: Move) -> IllegalMove | None:
        """Return why a ply that is no walk cannot be played; None if it can."""
        is_roll = word.text in _FACES
        if word in self.legal_moves() or (is_roll and self.is_chance):
            return None
        if is_roll and self._reached.outcome is None:
            return IllegalMove("the die is not rolled now", "no-roll-now")
        if UNROLLED < self._die < CHOOSING:
            if word == PASS:
                return IllegalMove("you can move, so you must", "must-move")
            return IllegalMove("there was no six to follow up", "no-six")
        return self._why_no_walk()

    def play(self, move: Move) -> "HatState":
        """Return the state after a legal move or a roll. Raises IllegalMove."""
        if self._reached.outcome is None:
            ply = self._walks().get(move.text)
            if ply is not None and (ply.move is move or ply.move == move):
                table, events = carry_out(self._setup, self._table, ply)
                return self._moved(table, events, ply.move)
            if move in self.legal_moves():
                return self._worded(move)
            face = _FACES.get(move.text, 0)
            if self._die == UNROLLED and face and move == ROLLS[face - 1]:
                event = Event("roll", seat=self._mover, number=face)
                reached = replace(self._reached, rolls=self._reached.rolls + 1, events=(event,), last=move)
                return HatState(self._setup, self._table, self._mover, face, reached)
        raise self._refusal(move)

    def _refusal(self, move: Move) -> IllegalMove:
        try:
            self.parse(move.text)
        except InvalidMove:
            pass
        except RulesError as error:
            return IllegalMove(str(error), error.reason, **error.details)
        return IllegalMove(f"{move.text[:40]!r} is no move of this game", "not-a-move", text=move.text[:40])

    def _worded(self, move: Move) -> "HatState":
        """Return the state after a pass or a choice, which is legal."""
        if move == PASS:
            return self._moved(self._table, (Event("passed", seat=self._mover, number=self._die),), move)
        if move == STOP:
            return self._passed_on(self._table, (), replace(self._reached, last=move))
        return HatState(
            self._setup, self._table, self._mover, UNROLLED, replace(self._reached, events=(), last=move)
        )

    def _moved(self, table: Table, events: tuple[Event, ...], move: Move) -> "HatState":
        """Return the state after a roll was moved: the end, the choice after a six, or the next turn."""
        before = self._reached
        outcome = outcome_of(self._setup, table, table.tops, before.retired)
        if outcome is None and before.rolls >= ROLL_LIMIT:
            outcome = outcome_at_limit(self._setup, table, before.retired)
        reached = Reached(before.rolls, before.retired, outcome, events, move)
        if outcome is not None:
            return HatState(self._setup, table, self._mover, UNROLLED, reached)
        if self._die == len(ROLLS):
            return HatState(self._setup, table, self._mover, CHOOSING, reached)
        return self._passed_on(table, events, reached)

    def _passed_on(self, table: Table, events: tuple[Event, ...], reached: Reached) -> "HatState":
        """Return the state in which the next seat with a free hat rolls (section 8)."""
        players, tops = self._setup.players, table.tops
        for step in range(1, players + 1):
            seat = (self._mover + step) % players
            if seat in reached.retired:
                continue
            if tops & hand_of(self._setup, table, seat):
                break
            events += (Event("skipped", seat=seat),)
        after = Reached(reached.rolls, reached.retired, None, events, reached.last)
        return HatState(self._setup, table, seat, UNROLLED, after)

    def retire(self, seat: int) -> "HatState":
        """Return the state after a seat has left the game, a rule of the house; the ply is `retire 2`.

        Its turns are skipped, its hats stay and can be caught, its free hats no longer keep the game going,
        and it does not win on its own. Possible at any time, never among the legal moves. Raises IllegalMove.
        """
        before = self._reached
        if before.outcome is not None:
            raise _game_over()
        if not 0 <= seat < self._setup.players:
            raise IllegalMove(f"there is no seat {seat}", "no-such-seat", seat=str(seat))
        if seat in before.retired:
            raise IllegalMove(f"seat {seat} has left already", "already-retired", seat=str(seat))
        retired = before.retired | {seat}
        table = self._table
        outcome = outcome_of(self._setup, table, table.tops, retired)
        events = (Event("retired", seat=seat),)
        reached = Reached(before.rolls, retired, outcome, events, Move(f"{_RETIRE} {seat}", (), _RETIRE))
        if outcome is not None:
            return HatState(self._setup, table, self._mover, UNROLLED, reached)
        if seat == self._mover:
            return self._passed_on(table, events, reached)
        return HatState(self._setup, table, self._mover, self._die, reached)

    def apply(self, text: str) -> "HatState":
        """Return the state after a ply as a log holds it: a move, a roll, or `retire` and a seat.

        Not for what a player types: anybody could send others away. Raises what `parse` and `retire` raise.
        """
        word, _, seat = text.partition(" ")
        if word == _RETIRE and seat.isascii() and seat.isdigit():
            return self.retire(int(seat[:9]))
        return self.play(self.parse(text))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HatState):
            return NotImplemented
        return (
            self._table == other._table
            and self._mover == other._mover
            and self._die == other._die
            and self._setup.players == other._setup.players
            and self._setup.choices == other._setup.choices
        )

    def __hash__(self) -> int:
        table = self._table
        return hash((frozenset(table.fields.items()), table.secured, table.owner, self._mover, self._die))

    def __repr__(self) -> str:
        return f"<{GAME.key} {self.position!r}>"


def _game_over() -> IllegalMove:
    return IllegalMove("the game is over", "game-over")


@dataclass(frozen=True, slots=True)
class CatchTheHat:
    """The game Catch the Hat: keeps no state of its own."""

    key: str = "catch-the-hat"
    order: int = 60
    seats: tuple[int, ...] = SEATS
    options: tuple[Option, ...] = OPTIONS

    def roles(self, players: int) -> tuple[str, ...]:
        """Return the colours by seat. Raises InvalidOption."""
        return roles_of(players)

    def new(self, options: Mapping[str, str] | None = None, players: int | None = None) -> HatState:
        """Return the first state: all hats at home, seat 0 to roll. Raises InvalidOption."""
        setup = agree(options, players)
        return HatState(setup, start(setup), 0, UNROLLED, Reached())

    def from_position(
        self, text: str, options: Mapping[str, str] | None = None, players: int | None = None
    ) -> HatState:
        """Return the state a position text describes; finished when hats of at most one party are free.

        Nobody has retired in it, and no roll was made. Raises InvalidPosition or InvalidOption.
        """
        setup = agree(options, players)
        layout = read_position(text, setup)
        outcome = outcome_of(setup, layout.table, layout.table.tops, ())
        die = layout.die if outcome is None else UNROLLED
        return HatState(setup, layout.table, layout.mover, die, Reached(outcome=outcome))


GAME: Final = CatchTheHat()
