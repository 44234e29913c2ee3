"""Results of a variant between engines of equal level: games of one against itself, counted by role."""

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
"""Between these shares of the decided games a role wins on a fair board."""
_SIDES: Final = 2


class SelfPlayError(ValueError):
    """Counted games that cannot be read."""


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """Results of an engine's games against itself.

    `options` are those that were chosen, the others were the usual ones; `spec` says who played, as
    `python -m engines match` names them. `wins` are counted by role: where several have won, each counts.
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
        """Return between which shares of games, from 0 to 1, a role wins for certain (95 %)."""
        return likely_rate(self.wins[role], self.games)

    def likely_decided_share(self, role: str) -> tuple[float, float]:
        """Return between which shares of the decided games, from 0 to 1, a role wins for certain (95 %)."""
        return likely_rate(self.wins[role], sum(self.wins.values()))

    @property
    def level(self) -> int:
        """The level that played, 0 for players without one."""
        level = self.spec.partition("/")[0]
        return int(level) if level.isdigit() else 0

    @property
    def has_own_nodes(self) -> bool:
        """Whether the level had as many nodes as in the bot, not fewer."""
        return "/" not in self.spec

    @property
    def stronger_role(self) -> str:
        """The role with the most wins; the first of several with as many."""
        return max(self.wins, key=lambda role: self.wins[role])

    @property
    def harder_role(self) -> str | None:
        """The role that almost certainly wins less than a fair share of the decided games, of two.

        None where the sides may be even.
        """
        decided = sum(self.wins.values())
        harder = [role for role, won in self.wins.items() if likely_rate(won, decided)[1] < FAIR[0]]
        return harder[0] if len(self.wins) == _SIDES and harder else None

    def to_line(self) -> str:
        """Return it as one line of JSON."""
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
        """Read the text that `written` makes. Raises SelfPlayError."""
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
    """Play games of an engine against itself and count them; those that never end are draws."""
    number = game.new(options, players).players
    wins, plies, draws = Counter(dict.fromkeys(game.roles(number), 0)), 0, 0
    for result in EngineMatch(game, options, players, who, who, seed).play(games):
        wins.update(result.winners)
        plies += result.plies
        draws += not result.winners
    return SelfPlay(options, number, spec, seed, games, plies, draws, wins)


def shipped_self_play(key: str) -> tuple[SelfPlay, ...]:
    """Return the shipped games of a game's variants; empty if none was played. Raises SelfPlayError."""
    lines = files("engines.balance").joinpath("data", f"{key}.jsonl")
    if not lines.is_file():
        return ()
    return tuple(map(SelfPlay.read, lines.read_text("utf-8").splitlines()))
