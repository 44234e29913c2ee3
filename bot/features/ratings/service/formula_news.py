"""The notice about the new formula: people with an older rating get it once."""

from bot.model.ratings.rating import FORMULA
from bot.repositories.ratings import RatingRepository
from data.store import Store


class FormulaNews:
    """Announces the new formula once to each person with an older rating."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def take(self, person: int) -> bool:
        """Return whether the person gets the announcement now; if so, record that."""
        async with self._store.read() as session:
            if not await session.of(RatingRepository).has_formula_news(person, FORMULA):
                return False
        async with self._store.write() as session:
            return await session.of(RatingRepository).record_formula_known(person, FORMULA)
