"""References to a tournament, from a game and from a win."""

from dataclasses import dataclass
from typing import Final

from bot.model.people.person import Place

LONGEST_NAME: Final = 60
"""Characters of a tournament's name."""


@dataclass(frozen=True, slots=True)
class TournamentRef:
    """The tournament of a game, with its name, the round, and the game's number there."""

    tournament: int
    game: int
    round: int
    name: str


@dataclass(frozen=True, slots=True)
class Cup:
    """A tournament that a person won; of a league a `season`."""

    tournament: int
    name: str
    key: str
    place: Place
    season: int | None = None
