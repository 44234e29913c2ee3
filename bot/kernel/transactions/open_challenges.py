"""Open challenges: those that anyone in a server may accept or join."""

from collections.abc import Mapping
from datetime import datetime

from bot.model.challenges.challenge import Challenge
from bot.model.challenges.seat_assignment import playable
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.servers.server_rules import ServerRulesRepository
from data.session import Session
from rules.contract import Game


async def open_to_all(
    session: Session, games: Mapping[str, Game], server: int, now: datetime
) -> tuple[Challenge, ...]:
    """Return a server's open challenges that its current rules allow, newest first."""
    rules = await session.of(ServerRulesRepository).of(server)
    challenges = await session.of(ChallengeRepository).open_in(server, now)
    return tuple(
        challenge
        for challenge in challenges
        if rules.allow_place(challenge.place)
        and rules.allow_game(challenge.terms.key)
        and not rules.refuse(challenge.challenger)
        and _has_room(games, challenge)
    )


def _has_room(games: Mapping[str, Game], challenge: Challenge) -> bool:
    game = games.get(challenge.terms.key)
    if game is None or not challenge.lobby:
        return game is not None
    return len(challenge.members) < max(playable(game, challenge.terms.options, challenge.terms.players))
