"""What there is to see of challenges."""

from bot.play.challenges.challenge_answers import read_challenge
from bot.play.domain.challenges import Challenge
from bot.play.storage.mappers import challenge_from
from data.store import Store


class ChallengeQueries:
    """Looks at challenges; changes nothing."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def get(self, challenge_id: int) -> Challenge:
        """Return a challenge. Raises Refusal "unknown-challenge"."""
        async with self._store.read() as tables:
            return await read_challenge(tables, challenge_id)

    async def open_of(self, player: int) -> tuple[Challenge, ...]:
        """Return the open challenges someone has sent, was sent or has joined, oldest first."""
        async with self._store.read() as tables:
            return tuple(map(challenge_from, await tables.challenges.open_of(player)))
