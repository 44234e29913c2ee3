"""Ports of challenges: later features fill them in the app."""

from dataclasses import dataclass
from typing import Protocol

from bot.model.match.match import Match
from data.session import Session


class IsInTournament(Protocol):
    """Checks whether a tournament has set the terms of a challenge."""

    async def __call__(self, session: Session, challenge: int) -> bool:
        """Return whether the game of a challenge belongs to a tournament."""


class OtherSeats(Protocol):
    """Finds the seats that change hands together: all seats of an entrant in a tournament."""

    async def __call__(
        self, session: Session, match: Match, leaver: int, substitute: int
    ) -> tuple[tuple[Match, int], ...]:
        """Return the other running matches with the leaver's seat in each, in order of id."""


@dataclass(frozen=True, kw_only=True)
class ChallengePorts:
    """The functions that challenges need from later features."""

    is_in_tournament: IsInTournament
    other_seats: OtherSeats
