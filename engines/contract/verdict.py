"""Verdicts on past moves: the values of a move and of the best move."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, log
from typing import Final

from engines.contract.facts import Fact, GameValue
from engines.contract.position import WIN

_LONGEST: Final = 1000
"""Scores this close to a win are forced wins or losses, by their distance in plies."""
_STEEPEST: Final = 20.0
_NEARLY: Final = 0.005
"""The minimal distance of an estimate from certainty."""
_THREE_OF_FOUR: Final = log(3)


@dataclass(frozen=True, slots=True)
class MoveWorth:
    """The prospects of a move for its mover: the chance to win, from 0 to 1, with a draw as a half.

    `ends` is the number of plies to a forced win, counting the move, negative for a forced loss, and 0 if
    unknown. `fact` is a result proved by a table, which does not include the end of the game.
    """

    chance: float
    ends: int = 0
    fact: Fact | None = None

    @property
    def wins(self) -> bool:
        """Whether it wins by force."""
        return self.ends > 0 or (self.fact is not None and self.fact.result is GameValue.WON)

    @property
    def draws(self) -> bool:
        """Whether it provably draws with best play by both sides."""
        return self.fact is not None and self.fact.result is GameValue.DRAWN

    @property
    def rank(self) -> tuple[int, float]:
        """The sort key of moves, best last: from quick losses over unclear moves to quick wins."""
        return (self.wins - self.loses, -self.ends if self.ends else self.chance)

    @property
    def loses(self) -> bool:
        """Whether it loses by force."""
        return self.ends < 0 or (self.fact is not None and self.fact.result is GameValue.LOST)


@dataclass(frozen=True, slots=True)
class PlyVerdict:
    """A played move against the best one found; `shares` are the winning chances of all seats.

    `ends` of both are proofs. `of_best` loses only if every legal move was proved to lose. If both have a
    fact, `keepers` are all moves that keep the result of the position.
    """

    best: str
    of_best: MoveWorth
    of_played: MoveWorth
    shares: tuple[float, ...]
    keepers: tuple[str, ...] = ()


_CHANCES: Final[Mapping[GameValue, float]] = {GameValue.WON: 1.0, GameValue.DRAWN: 0.5, GameValue.LOST: 0.0}


def proved(fact: Fact) -> MoveWorth:
    return MoveWorth(_CHANCES[fact.result], fact=fact)


def estimated(share: float) -> MoveWorth:
    """Return the value of a share of won playouts: an estimate, never a certainty."""
    return MoveWorth(min(max(share, _NEARLY), 1 - _NEARLY))


def worth_of(score: float, spread: float) -> MoveWorth:
    """Return a score's chance to win; a lead of `spread` wins three games of four."""
    if abs(score) > WIN - _LONGEST:
        plies = round(WIN - abs(score))
        return MoveWorth(1.0, plies) if score > 0 else MoveWorth(0.0, -plies)
    return MoveWorth(chance_of(score, spread))


def chance_of(lead: float, spread: float, others: int = 1) -> float:
    """Return the winning chance of a party with this lead over each of `others` parties."""
    return 1 / (1 + others * exp(-_THREE_OF_FOUR * min(max(lead / spread, -_STEEPEST), _STEEPEST)))
