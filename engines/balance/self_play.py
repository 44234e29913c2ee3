"""Results of a variant between engines of equal level: games of an engine against itself, by role."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Final

from engines.playing.matches import EngineMatch, likely_rate
from engines.playing.opponents import Opponent
from rules import Game

FAIR: Final = (0.4, 0.6)
"""A board is fair if a role's share of the decided games is between these."""
_SIDES: Final = 2


class SelfPlayError(ValueError):
    """A line of results cannot be read."""


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """Results of an engine's games against itself.

    `options` are the chosen options, all others have their defaults; `spec` is the opponent, as in `python -m
    engines match`. `wins` are counted by role: if several win a game, each counts.
    """

    options: Mapping[str, str]
    players: int
    spec: str
    seed: str
    games: int
    plies: int
    draws: int
    wins: Mapping[str, int] = field(default_factory=dict)

    def likely_share(self, role: str) -> tuple[float, float]:
        """Return the 95 % interval of a role's share of won games, from 0 to 1."""
        return likely_rate(self.wins[role], self.games)

    def likely_decided_share(self, role: str) -> tuple[float, float]:
        """Return the 95 % interval of a role's share of the decided games, from 0 to 1."""
        return likely_rate(self.wins[role], sum(self.wins.values()))

    @property
    def level(self) -> int:
        """The level that played, 0 for opponents without a level."""
        level = self.spec.partition("/")[0]
        return int(level) if level.isdigit() else 0

    @property
    def has_own_nodes(self) -> bool:
        """Whether the level had as many nodes as in the bot."""
        return "/" not in self.spec

    @property
    def stronger_role(self) -> str:
        """The role with the most wins; the first of several with the same number."""
        return max(self.wins, key=lambda role: self.wins[role])

    @property
    def harder_role(self) -> str | None:
        """The role of two that almost certainly wins less than a fair share of the decided games.

        None if the sides may be even.
        """
        decided = sum(self.wins.values())
        harder = [role for role, won in self.wins.items() if likely_rate(won, decided)[1] < FAIR[0]]
        return harder[0] if len(self.wins) == _SIDES and harder else None

    def to_line(self) -> str:
        """Return the results as one line of JSON."""
        fields = {
            "options": dict(self.options),
            "players": self.players,
            "spec": self.spec,
            "seed": self.seed,
            "games": self.games,
            "plies": self.plies,
            "draws": self.draws,
            "wins": dict(self.wins),
        }
        return json.dumps(fields, separators=(",", ":"))

    @classmethod
    def read(cls, line: str) -> "SelfPlay":
        """Read the text written by `to_line`. Raises SelfPlayError."""
        try:
            match json.loads(line):
                case {
                    "options": dict(options),
                    "players": int(players),
                    "spec": str(spec),
                    "seed": str(seed),
                    "games": int(games),
                    "plies": int(plies),
                    "draws": int(draws),
                    "wins": dict(wins),
                }:
                    return cls(
                        {str(key): str(value) for key, value in options.items()},
                        players,
                        spec,
                        seed,
                        games,
                        plies,
                        draws,
                        {str(role): int(number) for role, number in wins.items()},
                    )
        except ValueError as error:
            raise SelfPlayError(f"no counted games: {line[:60]!r}") from error
        raise SelfPlayError(f"no counted games: {line[:60]!r}")


def self_play(
    game: Game,
    options: Mapping[str, str],
    players: int | None,
    who: Opponent,
    spec: str,
    seed: str,
    games: int,
) -> SelfPlay:
    """Play games of an engine against itself and count them; endless games count as draws."""
    number = game.new(options, players).players
    wins, plies, draws = Counter(dict.fromkeys(game.roles(number), 0)), 0, 0
    for result in EngineMatch(game, options, players, who, who, seed).play(games):
        wins.update(result.winners)
        plies += result.plies
        draws += not result.winners
    return SelfPlay(options, number, spec, seed, games, plies, draws, wins)


def shipped_self_play(key: str) -> tuple[SelfPlay, ...]:
    """Return the shipped games of a game's variants; empty if there are none. Raises SelfPlayError."""
    lines = files("engines.balance").joinpath("data", f"{key}.jsonl")
    if not lines.is_file():
        return ()
    return tuple(map(SelfPlay.read, lines.read_text("utf-8").splitlines()))
