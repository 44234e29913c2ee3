"""Look up the readers of matches' channels at Discord."""

from bot.chat.core.failures.discord_refusals import FAILURES
from bot.chat.delivery.places import Places
from bot.model.match.match import Match


class DiscordVisibility:
    """Looks up the readers of a match's place; there are none without `places`."""

    def __init__(self) -> None:
        self.places: Places | None = None

    async def is_open(self, match: Match) -> bool:
        """Return whether everybody in the server of a match can see its place; unknown places are closed."""
        if self.places is None:
            return False
        try:
            return await self.places.is_open_to_everyone(match)
        except FAILURES:
            return False

    async def is_open_to(self, match: Match, person: int) -> bool:
        """Return whether a person, and everybody in the server of a match, can see its place now."""
        if self.places is None:
            return False
        try:
            return await self.places.is_open_to(match, person)
        except FAILURES:
            return False
