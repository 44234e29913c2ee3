"""Series: several games between the same players, and their winners."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

_Player = TypeVar("_Player")


class TieBreak(StrEnum):
    """The tie-break of a level series."""

    NONE = "none"
    """A level series stays a tie."""
    PLIES = "plies"
    """The faster win, i.e. with fewer plies."""


@dataclass(frozen=True, slots=True)
class Series:
    """The form of a series.

    With `swap` the players exchange their seats after each game; `alternates` names an option whose values
    take turns instead. With `every_role` only a player who has won every game, and so in every role, wins the
    series. `tie_breaks` are the available tie-breaks, the default first.
    """

    games: int = 2
    swap: bool = True
    alternates: str = ""
    every_role: bool = False
    tie_breaks: tuple[TieBreak, ...] = (TieBreak.NONE,)

    def seats(self, players: Sequence[_Player], number: int) -> tuple[_Player, ...]:
        """Return the players by seat in game `number` (from 1) of a series that began with `players`."""
        turned = (number - 1) % len(players) if self.swap else 0
        return (*players[turned:], *players[:turned])

    def options(self, options: Mapping[str, str], values: Sequence[str], number: int) -> Mapping[str, str]:
        """Return the options of game `number` (from 1); `values` are the values of the alternating option."""
        if not self.alternates:
            return dict(options)
        start = values.index(options[self.alternates])
        return {**options, self.alternates: values[(start + number - 1) % len(values)]}


@dataclass(frozen=True, slots=True)
class Result:
    """One game of a series: the winning players (none: a draw) and its length."""

    winners: frozenset[int] = field(default_factory=frozenset)
    plies: int = 0


def winner(series: Series, results: Sequence[Result], tie_break: TieBreak = TieBreak.NONE) -> int | None:
    """Return the winner of a finished series, None for a tie."""
    wins: dict[int, list[int]] = {}
    for result in results:
        for player in result.winners:
            wins.setdefault(player, []).append(result.plies)
    if series.every_role:
        return next((player for player, won in wins.items() if len(won) == series.games), None)
    if not wins:
        return None
    most = max(map(len, wins.values()))
    level = [player for player, won in wins.items() if len(won) == most]
    if len(level) > 1 and tie_break is TieBreak.PLIES:
        fastest = min(sum(wins[player]) for player in level)
        level = [player for player in level if sum(wins[player]) == fastest]
    return level[0] if len(level) == 1 else None
