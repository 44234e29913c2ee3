"""Ports of substitutions."""

from typing import Protocol

from bot.model.match.match import Match
from data.session import Session


class OtherSeats(Protocol):
    """Finds the seats that change hands together with a seat: those of the same place in a tournament."""

    async def __call__(
        self, session: Session, match: Match, leaver: int, substitute: int
    ) -> tuple[tuple[Match, int], ...]:
        """Return the other running matches with the leaver's seat in each, by their ids."""
