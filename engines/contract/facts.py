"""Proved values of positions from the tables of solved games."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from engines.contract.chance import Chance
from rules import State


class GameValue(StrEnum):
    """The result of a position for a seat, with best play by both sides."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


_OPPOSITE: Final[Mapping[GameValue, GameValue]] = {
    GameValue.WON: GameValue.LOST,
    GameValue.DRAWN: GameValue.DRAWN,
    GameValue.LOST: GameValue.WON,
}


class Milestone(StrEnum):
    """The event at which the distance of a fact ends, unless the game ends earlier."""

    MAN_FALLS = "man-falls"
    PIECE_HOME = "piece-home"


_FAR: Final = 1_000


@dataclass(frozen=True, slots=True)
class Fact:
    """A proved result for a seat.

    With best play by both sides, the milestone is reached or the game ends at ply `plies` from here, without
    changing the result; `plies` is 0 for a draw, an unknown distance, and a finished game.
    """

    result: GameValue
    plies: int = 0

    @property
    def for_other(self) -> "Fact":
        """The same fact for the other seat."""
        return Fact(_OPPOSITE[self.result], self.plies)

    @property
    def rank(self) -> tuple[int, int]:
        """The sort key of the moves that lead here, best last: from quick losses over draws to quick wins.

        An unknown distance counts as a long one.
        """
        plies = self.plies or _FAR
        if self.result is GameValue.WON:
            return 2, -plies
        return (1, 0) if self.result is GameValue.DRAWN else (0, plies)


class Oracle(Protocol):
    """The solved part of a game for two."""

    @property
    def milestone(self) -> Milestone | None:
        """The event at which distances end; None if distances are unknown."""

    def may_know(self, state: State) -> bool:
        """Return whether a position may be solved, as far as can be told without its table."""

    def fact(self, state: State) -> Fact | None:
        """Return the proved result of a running game for the seat to act; None if unknown.

        It respects rules that depend on history, such as repetitions, as far as the state knows it.
        """

    def of_moves(self, state: State) -> Mapping[str, Fact | None]:
        """Return the result of each legal move for its mover; `plies` count the move."""

    def sample(self, chance: Chance, options: Mapping[str, str]) -> State:
        """Return a random solved position of a game with solved options; it has no history."""


@dataclass(frozen=True, slots=True)
class PositionFacts:
    """A solved position: its result for the seat to act, and the moves that keep the result.

    `moves` is the number of legal moves, `milestone` the event at which the distance of the fact ends.
    """

    fact: Fact
    keepers: tuple[str, ...]
    moves: int
    milestone: Milestone | None = None

    @property
    def only(self) -> str | None:
        """The text of the only move that keeps the result, if there is exactly one."""
        return self.keepers[0] if len(self.keepers) == 1 < self.moves else None


def position_facts(oracle: Oracle | None, state: State) -> PositionFacts | None:
    """Return the proved facts of a position and its moves; None unless all are proved."""
    fact = None if oracle is None or state.turn is None else oracle.fact(state)
    if oracle is None or fact is None:
        return None
    after = oracle.of_moves(state)
    keepers = tuple(text for text, kept in after.items() if kept is not None and kept.result is fact.result)
    # A move of unknown result might also keep it: the keepers would be incomplete.
    if not keepers or None in after.values():
        return None
    return PositionFacts(fact, keepers, len(after), oracle.milestone)
