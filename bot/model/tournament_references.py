"""References to a tournament, from its games and its winners."""

from dataclasses import dataclass
from typing import Final

from bot.model.people.person import Place

MAX_NAME_LENGTH: Final = 60
"""The maximum length of a tournament's name."""


@dataclass(frozen=True, slots=True)
class TournamentRef:
    """A game's tournament, with its name, the round, and the game's number there."""

    tournament: int
    game: int
    round: int
    name: str


@dataclass(frozen=True, slots=True)
class Cup:
    """A tournament that a person won; in a league, a `season`."""

    tournament: int
    name: str
    key: str
    place: Place
    season: int | None = None
