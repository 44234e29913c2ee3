"""The services of later features that challenges' cards need."""

from typing import Protocol

from bot.model.tournament_references import TournamentRef


class TournamentGames(Protocol):
    """The games of tournaments."""

    async def of_challenge(self, challenge: int) -> TournamentRef | None:
        """Return the tournament of a challenge, None without one."""
