"""What there is to see of challenges."""

from collections.abc import Mapping
from datetime import datetime

from bot.play.challenges.challenge_answers import read_challenge
from bot.play.domain.challenges import Challenge
from bot.play.domain.seat_assignment import playable
from bot.play.ports import Clock
from bot.play.repositories.challenges import ChallengeRepository
from bot.play.repositories.servers.server_rules import ServerRulesRepository
from data.session import Session
from data.store import Store
from rules.contract import Game


class ChallengeQueries:
    """Looks at challenges; changes nothing."""

    def __init__(self, store: Store, games: Mapping[str, Game], clock: Clock) -> None:
        self._store = store
        self._games = games
        self._clock = clock

    async def get(self, challenge_id: int) -> Challenge:
        """Return a challenge. Raises Refusal "unknown-challenge"."""
        async with self._store.read() as session:
            return await read_challenge(session, challenge_id)

    async def open_of(self, player: int) -> tuple[Challenge, ...]:
        """Return the open challenges someone has sent, was sent or has joined, oldest first."""
        async with self._store.read() as session:
            return await session.of(ChallengeRepository).open_of(player)

    async def open_in(self, server: int) -> tuple[Challenge, ...]:
        """Return what anyone in a server may accept or join, as its rules are now, newest first."""
        async with self._store.read() as session:
            return await open_to_all(session, self._games, server, self._clock())


async def open_to_all(
    session: Session, games: Mapping[str, Game], server: int, now: datetime
) -> tuple[Challenge, ...]:
    """Return what anyone in a server may accept or join, as its rules are now, newest first."""
    rules = await session.of(ServerRulesRepository).of(server)
    found = await session.of(ChallengeRepository).open_in(server, now)
    return tuple(
        one
        for one in found
        if rules.allow_place(one.place)
        and rules.allow_game(one.terms.key)
        and not rules.refuse(one.challenger)
        and _has_room(games, one)
    )


def _has_room(games: Mapping[str, Game], challenge: Challenge) -> bool:
    game = games.get(challenge.terms.key)
    if game is None or not challenge.lobby:
        return game is not None
    return len(challenge.members) < max(playable(game, challenge.terms.options, challenge.terms.players))
