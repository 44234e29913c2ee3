"""The rating changes that a result causes for its people."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from bot.features.ratings.domain import glicko, plackett_luce
from bot.model.ratings.rating import Rating, after_rest, periods_between
from bot.model.ratings.results import RatedResult, Side


@dataclass(frozen=True, slots=True)
class RatingStanding:
    """A rating, the number of its results, and the time of the latest one."""

    rating: Rating = field(default_factory=Rating)
    results: int = 0
    rated: datetime | None = None


@dataclass(frozen=True, slots=True)
class RatingEffect:
    """A result's effect on a person's rating, with the role if the game is rated by role."""

    person: int
    role: str
    before: Rating
    after: RatingStanding


def changes(result: RatedResult, standings: Mapping[int, RatingStanding]) -> tuple[RatingEffect, ...]:
    """Return the rating changes caused by a result; people without a standing start with the initial one."""
    before = [[standings.get(person, RatingStanding()) for person in side.people] for side in result.sides]
    idle_ratings = [[_after_rest(standing, result.ended) for standing in side] for side in before]
    if result.many:
        rated = plackett_luce.rate(idle_ratings, [side.rank for side in result.sides])
    else:
        rated = _rate_pair(result, before, idle_ratings)
    return tuple(
        RatingEffect(person, side.role, old, RatingStanding(new, standing.results + 1, result.ended))
        for side, old_ratings, standings_before, new_ratings in zip(
            result.sides, idle_ratings, before, rated, strict=True
        )
        for person, old, standing, new in zip(
            side.people, old_ratings, standings_before, new_ratings, strict=True
        )
    )


def _rate_pair(
    result: RatedResult, before: list[list[RatingStanding]], idle_ratings: list[list[Rating]]
) -> tuple[tuple[Rating, ...], ...]:
    """Return both ratings after a result, which ends a rating period since each one's previous result."""
    first, other = result.sides
    return tuple(
        (
            glicko.rate(
                before[number][0].rating,
                [glicko.Encounter(idle_ratings[1 - number][0], _score(side, opponent))],
                _periods(before[number][0], result.ended),
            ),
        )
        for number, (side, opponent) in enumerate(((first, other), (other, first)))
    )


def _score(side: Side, opponent: Side) -> float:
    if side.rank == opponent.rank:
        return glicko.DRAW
    return glicko.WIN if side.rank < opponent.rank else glicko.LOSS


def _after_rest(standing: RatingStanding, now: datetime) -> Rating:
    # Without an earlier result the rating stays exactly the same.
    if standing.rated is None:
        return standing.rating
    return after_rest(standing.rating, _periods(standing, now))


def _periods(standing: RatingStanding, now: datetime) -> float:
    return 0.0 if standing.rated is None else periods_between(standing.rated, now)
