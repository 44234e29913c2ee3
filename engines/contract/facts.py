"""Proved values of positions, as tables of solved games have them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from engines.contract.chance import Chance
from rules import State


class GameValue(StrEnum):
    """The result of a position with best play of both sides, for one seat."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


_OPPOSITE: Final[Mapping[GameValue, GameValue]] = {
    GameValue.WON: GameValue.LOST,
    GameValue.DRAWN: GameValue.DRAWN,
    GameValue.LOST: GameValue.WON,
}


class Milestone(StrEnum):
    """The event that ends the distance of a fact, unless the game ends before."""

    MAN_FALLS = "man-falls"
    PIECE_HOME = "piece-home"


_FAR: Final = 1_000


@dataclass(frozen=True, slots=True)
class Fact:
    """A proved result for a seat.

    With best play of both sides the milestone of the game is reached, or the game ends, with ply number
    `plies` from here, and the result stays the same; 0 for a draw, where that is not known, and where the
    game is over.
    """

    result: GameValue
    plies: int = 0

    @property
    def for_other(self) -> "Fact":
        """The same for the other seat."""
        return Fact(_OPPOSITE[self.result], self.plies)

    @property
    def rank(self) -> tuple[int, int]:
        """The order of the moves that lead here: soon won, drawn, late lost, the best one last.

        A distance that is not known counts as a long one.
        """
        plies = self.plies or _FAR
        if self.result is GameValue.WON:
            return 2, -plies
        return (1, 0) if self.result is GameValue.DRAWN else (0, plies)


class Oracle(Protocol):
    """The solved part of a game for two."""

    @property
    def milestone(self) -> Milestone | None:
        """The event that distances lead to; None if distances are unknown."""

    def may_know(self, state: State) -> bool:
        """Return whether a position may be solved, as far as known without its table."""

    def fact(self, state: State) -> Fact | None:
        """Return the proved result of a running game for the seat to act; None if unknown.

        It counts what the rules count over a whole game, such as repetitions, as far as the state knows it.
        """

    def of_moves(self, state: State) -> Mapping[str, Fact | None]:
        """Return the result of each legal move for the seat that makes it; `plies` count the move."""

    def sample(self, chance: Chance, options: Mapping[str, str]) -> State:
        """Return a random solved position of a game with options that are solved; it has no past."""


@dataclass(frozen=True, slots=True)
class PositionFacts:
    """A solved position: its result for the seat to act, and the texts of the moves that keep the result.

    `moves` is the number of legal moves, `milestone` what the distance of the fact leads to.
    """

    fact: Fact
    keepers: tuple[str, ...]
    moves: int
    milestone: Milestone | None = None

    @property
    def only(self) -> str | None:
        """The text of the only move that keeps the result, if there is just one."""
        return self.keepers[0] if len(self.keepers) == 1 < self.moves else None


def position_facts(oracle: Oracle | None, state: State) -> PositionFacts | None:
    """Return the proved facts of a position and of its moves; None unless all of them are proved."""
    fact = None if oracle is None or state.turn is None else oracle.fact(state)
    if oracle is None or fact is None:
        return None
    after = oracle.of_moves(state)
    keepers = tuple(text for text, kept in after.items() if kept is not None and kept.result is fact.result)
    # A move of unknown result may keep it, too: the keepers would be incomplete.
    if not keepers or None in after.values():
        return None
    return PositionFacts(fact, keepers, len(after), oracle.milestone)
