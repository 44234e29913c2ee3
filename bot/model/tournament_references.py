"""References to tournaments: of a game, and of a win."""

from dataclasses import dataclass
from typing import Final

from bot.model.people.person import Place

LONGEST_NAME: Final = 60
"""Characters of a tournament's name."""


@dataclass(frozen=True, slots=True)
class TournamentRef:
    """Of which tournament a game is, by its name, too: in which round, under which number of its own."""

    tournament: int
    game: int
    round: int
    name: str


@dataclass(frozen=True, slots=True)
class Cup:
    """A tournament that somebody has won; of a league a `season`."""

    tournament: int
    name: str
    key: str
    place: Place
    season: int | None = None
