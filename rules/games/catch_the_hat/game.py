"""Catch the Hat: its states and the game (sections 1-9, Dice; rulings H16, H17, H35)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from rules.contract import (
    Event,
    Game,
    IllegalMove,
    InvalidMove,
    Move,
    Option,
    PointName,
    RulesError,
    RulesVersion,
    Vocabulary,
)
from rules.games.catch_the_hat import turns
from rules.games.catch_the_hat.endings import outcome_of
from rules.games.catch_the_hat.facts import HatFacts
from rules.games.catch_the_hat.moves import plies_of
from rules.games.catch_the_hat.names import NAMES, name_of
from rules.games.catch_the_hat.position import CHOOSING, UNROLLED, read_position
from rules.games.catch_the_hat.reading import PASS, ROLL_AGAIN, ROLLS, STOP, choose_ply, read
from rules.games.catch_the_hat.refusals import why_no_walk, why_no_word, why_not_now
from rules.games.catch_the_hat.setup import OPTIONS, SEATS, agree, roles_of
from rules.games.catch_the_hat.table import Ply, Table, carry_out, start
from rules.games.catch_the_hat.turns import RETIRE, Reached, Situation
from rules.games.catch_the_hat.versions import VERSIONS
from rules.games.catch_the_hat.vocabulary import VOCABULARY, Events, Refusals

_CHANCES: Final = tuple((roll, Fraction(1, len(ROLLS))) for roll in ROLLS)
_FACES: Final[Mapping[str, int]] = {roll.text: face for face, roll in enumerate(ROLLS, 1)}
_CHOICE: Final = (ROLL_AGAIN, STOP)


class HatState(HatFacts):
    """A position of Catch the Hat."""

    __slots__ = ()

    @property
    def game(self) -> Game:
        return GAME

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the legal moves by origin and stack, the choice after a six, or only a pass (ruling H5)."""
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
        """Return the walks that the roll allows; none without a roll to move."""
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
        """Read a move such as `R3-R8`, `r2-h0-r1`, `stop`, or a roll; `retire 2` is not a player's move.

        Raises InvalidMove, IllegalMove or AmbiguousMove.
        """
        reading = read(text)
        if isinstance(reading, Move):
            refusal = self._word_refusal(reading)
            if refusal is not None:
                raise refusal
            return reading
        refusal = why_not_now(self._reached.outcome, self._die)
        if refusal is not None:
            raise refusal
        ply = choose_ply(reading, self._walks())
        if ply is None:
            raise why_no_walk(reading, self._setup, self._table, self._mover, self._die)
        return ply.move

    def _word_refusal(self, word: Move) -> IllegalMove | None:
        """Return why a ply that is not a walk is illegal; None if it is legal."""
        if word in self.legal_moves() or (word.text in _FACES and self.is_chance):
            return None
        return why_no_word(word, self._reached.outcome, self._die)

    def play(self, move: Move) -> "HatState":
        """Return the state after a legal move or a roll. Raises IllegalMove."""
        if self._reached.outcome is None:
            setup = self._setup
            ply = self._walks().get(move.text)
            if ply is not None and (ply.move is move or ply.move == move):
                table, events = carry_out(setup, self._table, ply)
                return HatState(setup, *self._after_move(table, events, ply.move))
            if move in self.legal_moves():
                return HatState(setup, *self._after_word(move))
            face = _FACES.get(move.text, 0)
            if self._die == UNROLLED and face and move == ROLLS[face - 1]:
                return HatState(setup, *turns.after_roll(self._situation(), face, move))
        raise self._refusal(move)

    def _situation(self) -> Situation:
        return Situation(self._table, self._mover, self._die, self._reached)

    def _after_move(self, table: Table, events: tuple[Event, ...], move: Move) -> Situation:
        return turns.after_move(self._setup, self._mover, self._die, self._reached, table, events, move)

    def _after_word(self, move: Move) -> Situation:
        """Return the situation after a legal pass or choice."""
        if move == PASS:
            events = (Event(Events.PASSED, seat=self._mover, number=self._die),)
            return self._after_move(self._table, events, move)
        before = self._situation()
        return (
            turns.after_stop(self._setup, before, move) if move == STOP else turns.rolling_again(before, move)
        )

    def _refusal(self, move: Move) -> IllegalMove:
        try:
            self.parse(move.text)
        except InvalidMove:
            pass
        except RulesError as error:
            return IllegalMove(str(error), error.reason, **error.details)
        shown = move.text[:40]
        return IllegalMove(f"{shown!r} is not a move of this game", Refusals.NOT_A_MOVE, text=shown)

    def retire(self, seat: int) -> "HatState":
        """Return the state after a seat left the game, a house rule; the ply is `retire 2`.

        Its turns are skipped, its hats stay and can be caught, its free hats no longer keep the game going,
        and it does not win on its own. Always possible, but never among the legal moves. Raises IllegalMove.
        """
        return HatState(self._setup, *turns.after_departure(self._setup, self._situation(), seat))

    def apply(self, text: str) -> "HatState":
        """Return the state after a ply from a log: a move, a roll, or `retire` and a seat.

        Not for typed text, where any player could remove others. Raises the errors of `parse` and `retire`.
        """
        word, _, seat = text.partition(" ")
        if word == RETIRE and seat.isascii() and seat.isdigit():
            return self.retire(int(seat[:9]))
        return self.play(self.parse(text))


@dataclass(frozen=True, slots=True)
class CatchTheHat:
    """The game Catch the Hat; stateless."""

    key: str = "catch-the-hat"
    order: int = 60
    seats: tuple[int, ...] = SEATS
    options: tuple[Option, ...] = OPTIONS
    vocabulary: Vocabulary = VOCABULARY
    versions: tuple[RulesVersion, ...] = VERSIONS
    chance: bool = True

    @property
    def point_names(self) -> Mapping[str, PointName]:
        """The names of the fields of both board sides."""
        return NAMES

    def point_name(self, point: str) -> PointName | None:
        """Return the name of a field, or of a stack there such as `R5:rbg`."""
        return name_of(point)

    def roles(self, players: int) -> tuple[str, ...]:
        """Return the colours by seat. Raises InvalidOption."""
        return roles_of(players)

    def least_plies(self, players: int) -> Mapping[str, int]:
        """Return the least number of plies for a win of each colour to count. Raises InvalidOption."""
        return dict.fromkeys(roles_of(players), 20 * players)

    def new(self, options: Mapping[str, str] | None = None, players: int | None = None) -> HatState:
        """Return the first state: all hats at home, seat 0 to roll. Raises InvalidOption."""
        setup = agree(options, players)
        return HatState(setup, start(setup), 0, UNROLLED, Reached())

    def from_position(
        self, text: str, options: Mapping[str, str] | None = None, players: int | None = None
    ) -> HatState:
        """Return the state described by a position text; finished if at most one party has free hats.

        It has no retired seats and no rolls. Raises InvalidPosition or InvalidOption.
        """
        setup = agree(options, players)
        layout = read_position(text, setup)
        outcome = outcome_of(setup, layout.table, layout.table.tops, ())
        die = layout.die if outcome is None else UNROLLED
        return HatState(setup, layout.table, layout.mover, die, Reached(outcome=outcome))


GAME: Final = CatchTheHat()
