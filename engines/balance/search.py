"""A search for options that make a game fair between equal engines; every batch of games is stored.

From the variant nearest to even, it changes one option at a time.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, islice
from typing import Final

from engines.balance.self_play import FAIR, SelfPlay, self_play
from engines.playing.matches import likely_rate
from engines.playing.opponents import Opponent
from rules import Game
from rules.contract import options_in_effect

BATCH: Final = 10
"""Games per batch; an interrupted search loses at most one."""

Variant = tuple[tuple[str, str], ...]
"""The chosen options, in the game's order; all others have their defaults."""


@dataclass(frozen=True, slots=True)
class SideTally:
    """The games of a variant between two opponents of the same spec."""

    variant: Variant
    spec: str
    games: int = 0
    plies: int = 0
    wins: tuple[int, ...] = ()

    @property
    def decided_games(self) -> int:
        return sum(self.wins)

    @property
    def draws(self) -> int:
        return self.games - self.decided_games

    @property
    def share(self) -> float:
        """The first role's share of the decided games; a half if there are none."""
        return self.wins[0] / self.decided_games if self.decided_games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of the true share."""
        return likely_rate(self.wins[0] if self.wins else 0, self.decided_games)

    @property
    def is_hopeless(self) -> bool:
        """Whether the true share is almost certainly unfair."""
        low, high = self.interval
        return high < FAIR[0] or low > FAIR[1]

    def with_run(self, run: SelfPlay) -> "SideTally":
        """Return the tally including another batch."""
        wins = tuple(run.wins.values())
        summed = tuple(map(sum, zip(self.wins, wins, strict=True))) if self.wins else wins
        return SideTally(self.variant, self.spec, self.games + run.games, self.plies + run.plies, summed)

    def __str__(self) -> str:
        low, high = self.interval
        options = ", ".join(f"{key}={value}" for key, value in self.variant) or "the usual options"
        return (
            f"{self.share:.0%} [{low:.0%}, {high:.0%}] {self.wins[0]}:{self.decided_games - self.wins[0]},"
            f" {self.draws} drawn, {self.plies / max(1, self.games):.0f} plies, {self.spec}: {options}"
        )


@dataclass(frozen=True, slots=True)
class Plan:
    """The extent of a search: `most` variants are screened, then the `finalists` play the finals.

    Opponents of the spec `screen` play `screened` games of each variant, in batches; a variant is dropped
    once it is hopeless. `starts` are screened right after the fixed options alone. A finalist's `final_games`
    are played at each spec in `finals`.
    """

    most: int = 40
    screened: int = 40
    screen: str = "3"
    finalists: int = 2
    final_games: int = 200
    finals: tuple[str, ...] = ("3", "4")
    starts: tuple[Variant, ...] = ()


@dataclass(slots=True)
class BalanceSearch:
    """A search among the variants of a game for two, with `fixed` options.

    `runs` are the stored batches of earlier searches; `keep` stores new ones.
    """

    game: Game
    fixed: Mapping[str, str]
    named: Callable[[str], Opponent]
    keep: Callable[[SelfPlay], None]
    seed: str = "1"
    runs: dict[tuple[Variant, str, str], SelfPlay] = field(default_factory=dict)

    def remember(self, runs: Iterable[SelfPlay]) -> None:
        """Load earlier results; results of other boards or seeds do no harm."""
        for run in runs:
            self.runs[self._variant(run.options), run.spec, run.seed] = run

    def screening(self, plan: Plan) -> Iterator[SideTally]:
        """Screen variants: the fixed options alone, the plan's starts, then neighbours of the most even."""
        waiting: list[Variant] = [self._variant(self.fixed), *plan.starts]
        seen = set(waiting)
        done: list[SideTally] = []
        grown: set[Variant] = set()
        while len(done) < plan.most:
            while waiting and len(done) < plan.most:
                tally = self._screen(waiting.pop(0), plan)
                done.append(tally)
                yield tally
            nearest = min(
                (estimate for estimate in done if estimate.variant not in grown), key=_from_even, default=None
            )
            if nearest is None:
                return
            grown.add(nearest.variant)
            fresh = [neighbour for neighbour in self._neighbours(nearest.variant) if neighbour not in seen]
            seen.update(fresh)
            waiting += fresh

    def finals(self, screened: Sequence[SideTally], plan: Plan) -> Iterator[SideTally]:
        """Play the finals: new games of the most even variants that are not hopeless, spec by spec."""
        hopeful = sorted((estimate for estimate in screened if not estimate.is_hopeless), key=_from_even)
        for spec in plan.finals:
            for estimate in hopeful[: plan.finalists]:
                batches = self._batches(estimate.variant, spec, "final")
                yield _sum(estimate.variant, spec, islice(batches, -(-plan.final_games // BATCH)))

    def _screen(self, variant: Variant, plan: Plan) -> SideTally:
        tally = SideTally(variant, plan.screen)
        for run in islice(self._batches(variant, plan.screen, "screen"), -(-plan.screened // BATCH)):
            tally = tally.with_run(run)
            if tally.is_hopeless:
                break
        return tally

    def _batches(self, variant: Variant, spec: str, stage: str) -> Iterator[SelfPlay]:
        """Yield batches, stored ones first."""
        who = self.named(spec)
        for number in count():
            seed = f"{self.seed}/{stage}/{number}"
            run = self.runs.get((variant, spec, seed))
            if run is None:
                run = self_play(self.game, dict(variant), None, who, spec, seed, BATCH)
                self.runs[variant, spec, seed] = run
                self.keep(run)
            yield run

    def _neighbours(self, variant: Variant) -> Iterator[Variant]:
        """Yield the variants that differ in one effective option."""
        chosen = dict(variant)
        for option in options_in_effect(self.game.options, chosen):
            if option.key in self.fixed:
                continue
            for value in option.values:
                if value != chosen.get(option.key, option.default):
                    yield self._variant({**chosen, option.key: value})

    def _variant(self, options: Mapping[str, str]) -> Variant:
        """Return options in the game's order, omitting defaults that are not fixed."""
        return tuple(
            (option.key, options[option.key])
            for option in self.game.options
            if option.key in options and (option.key in self.fixed or options[option.key] != option.default)
        )


def _sum(variant: Variant, spec: str, runs: Iterable[SelfPlay]) -> SideTally:
    tally = SideTally(variant, spec)
    for run in runs:
        tally = tally.with_run(run)
    return tally


def _from_even(tally: SideTally) -> float:
    """Return a variant's distance from even, with a small penalty for draws."""
    return abs(tally.share - 0.5) + tally.draws / tally.games / 4
