"""Read stored ratings as values."""

from collections.abc import Iterable
from datetime import datetime

from bot.model.ratings.rating import Rating
from bot.model.ratings.rating_views import RatingChange, ShownRating
from bot.repositories.ratings import RatingRepository
from bot.repositories.records.ratings import RatingChangeRecord, RatingRecord
from bot.repositories.tables.rating_tables import EVERYWHERE
from data.session import Session


def current_rating(record: RatingRecord, now: datetime) -> ShownRating:
    rating = Rating(record.value, record.deviation, record.volatility)
    return ShownRating.as_of(rating, record.rated, now)


async def changes_by(session: Session, match_id: int) -> tuple[RatingChange, ...]:
    """Return the rating changes over all servers caused by a match, or by the series that it ended."""
    return changes_in(await session.of(RatingRepository).changes_of(match_id))


def changes_in(records: Iterable[RatingChangeRecord], scope: int = EVERYWHERE) -> tuple[RatingChange, ...]:
    """Return the changes within one scope."""
    return tuple(
        RatingChange(
            record.player,
            record.role,
            ShownRating.then(Rating(record.value_before, record.deviation_before)),
            ShownRating.then(Rating(record.value, record.deviation)),
        )
        for record in records
        if record.scope == scope
    )
