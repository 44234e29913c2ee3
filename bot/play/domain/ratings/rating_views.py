"""What there is to see of ratings: what somebody holds and has held, who is ahead, what a result did."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.play.domain.ratings.rating import Rating


@dataclass(frozen=True, slots=True)
class ShownRating:
    """A rating as it is shown; one that is not `settled` yet is provisional."""

    rating: Rating
    settled: bool

    @classmethod
    def of(cls, rating: Rating, *, many: bool) -> "ShownRating":
        """Return a rating, of a game that `many` can play or only two, as it is shown."""
        return cls(rating, rating.is_settled(many=many))

    @property
    def rounded(self) -> int:
        """The rating as a whole number."""
        return round(self.rating.value)


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a result did to somebody's rating, in a `role` where the game is rated by that."""

    person: int
    role: str
    before: ShownRating
    after: ShownRating


@dataclass(frozen=True, slots=True)
class HeldRating:
    """What somebody holds in a game, in a `role` where it is rated by that, from so many results.

    `here` is the same in one server, None where nothing counts there.
    """

    key: str
    role: str
    everywhere: ShownRating
    results: int
    here: ShownRating | None = None
    results_here: int = 0


@dataclass(frozen=True, slots=True)
class Ranked:
    """Somebody in a list of the best."""

    person: int
    shown: ShownRating
    results: int


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The best of a game, in a `role` where it is rated by that; those who are settled first."""

    key: str
    role: str
    ranked: tuple[Ranked, ...]


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A rating after the result of a moment."""

    at: datetime
    rating: Rating


@dataclass(frozen=True, slots=True)
class RatingHistory:
    """How somebody's rating in a game has changed, oldest first."""

    key: str
    role: str
    settled: bool
    points: Sequence[RatingPoint]
