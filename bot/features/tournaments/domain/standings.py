"""Standings: points, and tie-breakers between equal points."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from bot.features.tournaments.domain.pairings import Crosstable, Pairing


class TieBreaker(StrEnum):
    """Tie-breakers between entrants with equal points, by their usual names."""

    DIRECT_ENCOUNTER = "direct-encounter"
    """The points from the games among the tied entrants, if they all have met."""
    SONNEBORN_BERGER = "sonneborn-berger"
    """The final points of beaten opponents, and half the final points of opponents in draws."""
    BUCHHOLZ = "buchholz"
    """The points of all opponents."""
    WINS = "wins"
    """Wins in played games."""


@dataclass(frozen=True, slots=True)
class Standing:
    """An entrant's standing: a rank from 1, possibly shared, points, and the values of the tie-breakers.

    `games` is the number of decided games, `left` of open ones.
    """

    entrant: int
    rank: int
    points: float
    tie_breaks: tuple[float, ...]
    games: int
    left: int


def standings(
    field: Crosstable, order: Sequence[TieBreaker], *, all_meet: bool = False
) -> tuple[Standing, ...]:
    """Return the standings, the best first; entrants equal by `order` share a rank.

    An unplayed game counts as a game against an opponent with the entrant's own points. With `all_meet` it
    counts as the scheduled game, so that nobody gains from others' unplayed games.
    """
    tally = _Scores(field, all_meet=all_meet)
    groups: list[list[int]] = [sorted(field.entrants, key=field.entrants.index)]
    keys: dict[int, list[float]] = {entrant: [] for entrant in field.entrants}
    groups = _split(groups, lambda group: {entrant: tally.points[entrant] for entrant in group})
    for breaker in order:
        values = _BREAKERS[breaker]

        def value_of(group: Sequence[int], values: "_Values" = values) -> Mapping[int, float]:
            scores = values(tally, group)
            for entrant in group:
                keys[entrant].append(scores[entrant])
            return scores

        groups = _split(groups, value_of)
    ranked: list[Standing] = []
    for group in groups:
        rank = len(ranked) + 1
        ranked += [
            Standing(
                entrant=entrant,
                rank=rank,
                points=tally.points[entrant],
                tie_breaks=tuple(keys[entrant]),
                games=sum(not game.open for game in field.of(entrant)),
                left=sum(game.open for game in field.of(entrant)),
            )
            for entrant in group
        ]
    return tuple(ranked)


class _Scores:
    """The decided games and points of each entrant, computed once."""

    def __init__(self, field: Crosstable, *, all_meet: bool) -> None:
        self._all_meet = all_meet
        self.games: Mapping[int, tuple[Pairing, ...]] = {
            entrant: tuple(game for game in field.of(entrant) if not game.open) for entrant in field.entrants
        }
        self.points: Mapping[int, float] = {
            entrant: sum(game.points_of(entrant) for game in games) for entrant, games in self.games.items()
        }

    def opposition(self, entrant: int, game: Pairing) -> tuple[float, ...]:
        """Return the final points of the opponents that a game counts for tie-breakers."""
        opponents = game.opponents_of(entrant) or (entrant,)
        entrants = opponents if game.played or self._all_meet else (entrant,) * len(opponents)
        return tuple(self.points[other] for other in entrants)


_Values = Callable[[_Scores, Sequence[int]], Mapping[int, float]]


def _split(
    groups: Sequence[Sequence[int]], values: Callable[[Sequence[int]], Mapping[int, float]]
) -> list[list[int]]:
    """Split groups by values, the highest first; equal values keep their order."""
    parts: list[list[int]] = []
    for group in groups:
        scores = values(group)
        ordered = sorted(group, key=lambda entrant: -scores[entrant])
        parts += [list(part) for _, part in groupby(ordered, key=lambda entrant: scores[entrant])]
    return parts


def _direct_encounter(tally: _Scores, group: Sequence[int]) -> Mapping[int, float]:
    tied = set(group)
    points: dict[int, float] = {}
    for entrant in group:
        games = [
            game
            for game in tally.games[entrant]
            if any(other in tied for other in game.opponents_of(entrant))
        ]
        if not tied.issubset({entrant, *(other for game in games for other in game.opponents_of(entrant))}):
            return dict.fromkeys(group, 0.0)
        points[entrant] = sum(game.points_of(entrant) for game in games)
    return points


def _sonneborn_berger(tally: _Scores, group: Sequence[int]) -> Mapping[int, float]:
    return {
        entrant: sum(
            game.points_of(entrant) * sum(tally.opposition(entrant, game)) for game in tally.games[entrant]
        )
        for entrant in group
    }


def _buchholz(tally: _Scores, group: Sequence[int]) -> Mapping[int, float]:
    return {
        entrant: sum(sum(tally.opposition(entrant, game)) for game in tally.games[entrant])
        for entrant in group
    }


def _wins(tally: _Scores, group: Sequence[int]) -> Mapping[int, float]:
    return {entrant: float(_count_wins(tally.games[entrant], entrant)) for entrant in group}


def wins(field: Crosstable, entrant: int) -> int:
    """Return the number of an entrant's wins in played games."""
    return _count_wins([game for game in field.of(entrant) if not game.open], entrant)


def _count_wins(games: Sequence[Pairing], entrant: int) -> int:
    return sum(game.played and game.points_of(entrant) > max(_others(game, entrant)) for game in games)


def _others(game: Pairing, entrant: int) -> tuple[float, ...]:
    return tuple(game.points_of(other) for other in game.opponents_of(entrant)) or (0.0,)


_BREAKERS: Mapping[TieBreaker, _Values] = {
    TieBreaker.DIRECT_ENCOUNTER: _direct_encounter,
    TieBreaker.SONNEBORN_BERGER: _sonneborn_berger,
    TieBreaker.BUCHHOLZ: _buchholz,
    TieBreaker.WINS: _wins,
}
