"""Views of ratings: current and past ratings, leaders, changes by a result."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.model.ratings.rating import Rating, after_rest, periods_between, settled_until


@dataclass(frozen=True, slots=True)
class ShownRating:
    """A displayed rating; provisional unless `settled`."""

    rating: Rating
    settled: bool

    @classmethod
    def then(cls, rating: Rating) -> "ShownRating":
        """Return a rating as of a result."""
        return cls(rating, rating.is_settled)

    @classmethod
    def as_of(cls, rating: Rating, rated: datetime, now: datetime) -> "ShownRating":
        """Return a rating with the deviation that has grown since its latest result."""
        until = settled_until(rating, rated)
        return cls(after_rest(rating, periods_between(rated, now)), until is not None and now < until)

    @property
    def as_integer(self) -> int:
        """The rating, rounded."""
        return round(self.rating.value)


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A result's change of a person's rating, in a `role` if the game is rated by role."""

    person: int
    role: str
    before: ShownRating
    after: ShownRating


@dataclass(frozen=True, slots=True)
class HeldRating:
    """A person's rating in a game, in a `role` if it is rated by role, and its number of results.

    `here` is the rating within a server, None without counted results there.
    """

    key: str
    role: str
    everywhere: ShownRating
    results: int
    here: ShownRating | None = None
    results_here: int = 0


@dataclass(frozen=True, slots=True)
class RankedPerson:
    """A person's entry in a leaderboard."""

    person: int
    shown: ShownRating
    results: int


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The leaders of a game, in a `role` if it is rated by role; settled ratings first."""

    key: str
    role: str
    ranked: tuple[RankedPerson, ...]


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A rating after a result at that time."""

    at: datetime
    rating: Rating


@dataclass(frozen=True, slots=True)
class RatingHistory:
    """The history of a person's rating in a game, oldest first, and its current value `now`."""

    key: str
    role: str
    now: ShownRating
    points: Sequence[RatingPoint]
