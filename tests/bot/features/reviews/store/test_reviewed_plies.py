"""Stored verdicts on plies."""

import pytest

from bot.features.reviews.domain import ReviewedPly
from bot.features.reviews.store import ReviewRepository
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.records.people import PersonRecord
from data.store import Store
from engines import Fact, GameValue, MoveWorth, PlyVerdict
from tests.data.challenges import challenge
from tests.data.matches import new_match

pytest_plugins = ("tests.data.databases",)

ESTIMATED = PlyVerdict("a", MoveWorth(0.75, 0), MoveWorth(0.25, -4), (0.75, 0.25))
FORCED = PlyVerdict("a", MoveWorth(1.0, 3), MoveWorth(0.9, 0), (0.0, 1.0))
PROVED = PlyVerdict(
    "a",
    MoveWorth(1.0, 1, Fact(GameValue.WON, 5)),
    MoveWorth(0.0, -2, Fact(GameValue.LOST, 8)),
    (1.0, 0.0),
    ("a", "c"),
)


@pytest.fixture
async def game(store: Store) -> int:
    async with store.write() as session:
        for number in (1, 2):
            await session.of(PersonRepository).record_seen(PersonRecord(number, "Al", "en"))
        challenge_id = await session.of(ChallengeRepository).add(challenge(1, 2))
        return await session.of(MatchRepository).add(new_match(challenge_id, 1, 2))


@pytest.mark.parametrize(
    "verdict", [ESTIMATED, FORCED, PROVED, None], ids=["estimated", "forced", "proved", "no choice"]
)
async def test_a_verdict_round_trips_through_the_store(
    store: Store, game: int, verdict: PlyVerdict | None
) -> None:
    ply = ReviewedPly(1, 0, "b", 2, verdict)
    async with store.write() as session:
        await session.of(ReviewRepository).save(game, 1, [ply])
        assert await session.of(ReviewRepository).of(game, 1) == (ply,)
        assert await session.of(ReviewRepository).of(game, 2) == (), "verdicts under other rules are separate"
