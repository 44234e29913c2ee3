"""Queries about challenges."""

from collections.abc import Mapping

from bot.features.challenges.service.challenge_answers import read_challenge
from bot.kernel.transactions.open_challenges import open_to_all
from bot.model.challenges.challenge import Challenge
from bot.model.events.events import ChallengeMade
from bot.model.ports import Clock
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.outbox.notices import NoticeRepository
from data.store import Store
from rules.contract import Game


class ChallengeQueries:
    """Read-only queries about challenges."""

    def __init__(self, store: Store, games: Mapping[str, Game], clock: Clock) -> None:
        self._store = store
        self._games = games
        self._clock = clock

    async def get(self, challenge_id: int) -> Challenge:
        """Return a challenge. Raises Refusal "unknown-challenge"."""
        async with self._store.read() as session:
            return await read_challenge(session, challenge_id)

    async def awaits_card(self, challenge_id: int) -> bool:
        """Return whether the card of a challenge is not posted yet."""
        async with self._store.read() as session:
            return await session.of(NoticeRepository).is_awaited_in(challenge_id, ChallengeMade.__name__)

    async def open_of(self, player: int) -> tuple[Challenge, ...]:
        """Return the open challenges that a person sent, received or joined, oldest first."""
        async with self._store.read() as session:
            return await session.of(ChallengeRepository).open_of(player)

    async def open_in(self, server: int) -> tuple[Challenge, ...]:
        """Return a server's open challenges under its current rules, newest first."""
        async with self._store.read() as session:
            return await open_to_all(session, self._games, server, self._clock())
