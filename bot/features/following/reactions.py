"""Followers of a series automatically follow its next game."""

from collections.abc import Sequence

from bot.features.following.store import FollowerRepository
from bot.kernel.outbox.recorded import Recorded, RecordedInMatch
from bot.kernel.transactions.unit_of_work import Reaction, Transaction
from bot.model.events.events import MatchStarted
from bot.model.ports import Clock
from bot.repositories.matches.matches import MatchRepository


def follow_series(clock: Clock) -> Reaction:
    """Return the reaction to a game of a series after its first."""

    async def react(tx: Transaction, events: Sequence[Recorded]) -> None:
        for recorded in events:
            if not isinstance(recorded, RecordedInMatch) or not isinstance(recorded.event, MatchStarted):
                continue
            number = recorded.match.number
            if number == 1:
                continue
            games = await tx.of(MatchRepository).of_challenge(recorded.match.challenge)
            (previous,) = [game for game in games if game.number == number - 1]
            if previous.followed:
                await tx.of(FollowerRepository).follow_on(previous.id, recorded.match.id, clock())

    return react
