"""Ratings as they are kept, read as values."""

from collections.abc import Iterable

from bot.play.domain.ratings.rating import Rating
from bot.play.domain.ratings.rating_views import RatingChange, ShownRating
from bot.play.domain.ratings.results import is_among_many
from data.records import RatingChangeRecord, RatingRecord
from data.schema import EVERYWHERE
from data.store import Tables
from rules.contract import Game


def shown(record: RatingRecord, game: Game) -> ShownRating:
    """Return a rating as it is shown."""
    rating = Rating(record.value, record.deviation, record.volatility)
    return ShownRating.of(rating, many=is_among_many(game))


async def changes_by(tables: Tables, match_id: int, game: Game) -> tuple[RatingChange, ...]:
    """Return what the result of a match, or of the series it ended, did to the ratings over all servers."""
    return changes_in(await tables.ratings.changes_of(match_id), game)


def changes_in(
    records: Iterable[RatingChangeRecord], game: Game, scope: int = EVERYWHERE
) -> tuple[RatingChange, ...]:
    """Return the changes within one scope."""
    many = is_among_many(game)
    return tuple(
        RatingChange(
            one.player,
            one.role,
            ShownRating.of(Rating(one.value_before, one.deviation_before), many=many),
            ShownRating.of(Rating(one.value, one.deviation), many=many),
        )
        for one in records
        if one.scope == scope
    )
