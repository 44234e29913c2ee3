"""Matches between opponents over all seats, with the certainty of their scores."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Final

from engines.contract import Chance
from engines.playing.opponents import Opponent
from engines.search.playouts import random_chance_move
from rules import Game, State
from rules.contract.capabilities import parties_of

LONGEST: Final = 1000
"""The number of plies at which a game is aborted as a draw."""

_SURE: Final = 1.96
"""The standard deviations on either side that contain 95 % of random results."""


def likely_rate(won: float, games: int) -> tuple[float, float]:
    """Return the 95 % Wilson interval of the true share of wins."""
    if not games:
        return 0, 1
    n, z, rate = games, _SURE, won / games
    middle = (rate + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(slots=True)
class Score:
    """One side's wins in a number of games; a draw is half a win."""

    games: int = 0
    won: float = 0

    def add(self, share: float) -> None:
        self.games += 1
        self.won += share

    @property
    def rate(self) -> float:
        """The share of won games."""
        return self.won / self.games if self.games else 0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of the true rate."""
        return likely_rate(self.won, self.games)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.won:g}/{self.games} = {self.rate:.0%} [{low:.0%}, {high:.0%}]"


@dataclass(frozen=True, slots=True)
class EngineMatch:
    """A game with its options, one opponent, and another for all other parties' seats."""

    game: Game
    options: Mapping[str, str]
    players: int | None
    one: Opponent
    others: Opponent
    seed: str = "1"

    def play(self, games: int) -> Iterator["EngineResult"]:
        """Play games; the first opponent plays for each party in turn."""
        for number in range(games):
            yield self._game(number)

    def _game(self, number: int) -> "EngineResult":
        state = self.game.new(self.options, self.players)
        parties = parties_of(state)
        mine = parties[number % len(parties)]
        path: list[State] = [state]
        seed = f"{self.seed}/{number}"
        chance = Chance(f"{seed}/chance")
        while state.outcome is None and len(path) <= LONGEST:
            if state.is_chance:
                move = random_chance_move(state, chance)
            else:
                who = self.one if state.turn in mine else self.others
                move = who.move(path, seed)
            state = state.play(move)
            path.append(state)
        roles = self.game.roles(state.players)
        outcome = state.outcome
        share = 0.5
        if outcome is not None and outcome.winners:
            share = float(mine[0] in outcome.winners)
        return EngineResult(
            roles[mine[0]],
            share,
            len(path) - 1,
            outcome.reason if outcome else "broken off",
            tuple(roles[seat] for seat in outcome.winners) if outcome else (),
        )


@dataclass(frozen=True, slots=True)
class EngineResult:
    """The first opponent's result of a game: its role, its share, the number of plies, and the reason.

    `winners` are the winning roles; empty if the game was drawn or aborted.
    """

    role: str
    share: float
    plies: int
    reason: str
    winners: tuple[str, ...] = ()


@dataclass(slots=True)
class MatchTally:
    """The results of a match, in total and by role."""

    total: Score = field(default_factory=Score)
    by_role: dict[str, Score] = field(default_factory=dict)
    plies: int = 0

    def add(self, result: EngineResult) -> None:
        self.total.add(result.share)
        self.by_role.setdefault(result.role, Score()).add(result.share)
        self.plies += result.plies

    def __str__(self) -> str:
        roles = ", ".join(f"{role} {score.won:g}/{score.games}" for role, score in self.by_role.items())
        return f"{self.total}  ({roles}; {self.plies / max(1, self.total.games):.0f} plies a game)"
