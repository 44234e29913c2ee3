"""A person's agenda, most urgent first."""

from datetime import UTC, datetime
from typing import Final

from bot.model.agenda import Agenda
from bot.model.match.match import Match
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.matches.matches import MatchRepository
from data.store import Store

_FINISHED: Final = 10
_ALL: Final = 1000
"""More games than anyone can play."""
_NEVER: Final = datetime.max.replace(tzinfo=UTC)


class AgendaQueries:
    """Collects a person's games and challenges."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, person: int) -> Agenda:
        async with self._store.read() as session:
            running = await session.of(MatchRepository).running_of(person, _ALL)
            finished = await session.of(MatchRepository).finished_matches(person, _FINISHED)
            challenges = await session.of(ChallengeRepository).open_of(person)
        return Agenda(
            mine=tuple(sorted((match for match in running if match.mover == person), key=_urgency)),
            theirs=tuple(match for match in running if match.mover != person),
            challenges_received=tuple(
                challenge for challenge in challenges if challenge.challenger != person
            ),
            challenges_sent=tuple(challenge for challenge in challenges if challenge.challenger == person),
            finished=finished,
        )

    async def next_match(self, person: int, after: int | None = None) -> Match | None:
        """Return the next match in which it is a person's turn, in the order of their agenda.

        `after` is the match that they have just seen: the one after it is next, and after the last one the
        first. None if there is no other.
        """
        async with self._store.read() as session:
            running = await session.of(MatchRepository).running_of(person, _ALL)
        mine = sorted((match for match in running if match.mover == person), key=_urgency)
        numbers = [match.id for match in mine]
        at = numbers.index(after) + 1 if after in numbers else 0
        return next((match for match in (*mine[at:], *mine[:at]) if match.id != after), None)

    async def does_another_wait(self, person: int, match_id: int) -> bool:
        """Return whether it is the person's turn in any other match."""
        async with self._store.read() as session:
            # Matches in which it is their turn come first.
            first = await session.of(MatchRepository).running_of(person, 2)
        return any(match.mover == person and match.id != match_id for match in first)


def _urgency(match: Match) -> tuple[datetime, datetime, int]:
    return match.deadline or _NEVER, match.updated, match.id
