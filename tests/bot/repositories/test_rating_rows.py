"""Rows of ratings: leaders, histories, formulas."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.repositories.challenges import ChallengeRepository
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.ratings import RatingRepository
from bot.repositories.records.people import PersonRecord
from bot.repositories.records.ratings import RatingChangeRecord, RatingRecord
from bot.repositories.tables.rating_tables import EVERYWHERE
from data.session import Session
from data.store import Store
from tests.data.challenges import challenge
from tests.data.matches import new_match

pytest_plugins = ("tests.data.databases",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
DAY = timedelta(days=1)
ANNA, BEN, CARA, DORA, GONE = 1, 2, 3, 4, -5
SERVER = 7


def rating(player: int, value: float = 1500, scope: int = EVERYWHERE, **more: object) -> RatingRecord:
    row = RatingRecord(scope, "conhex", "", player, value, 60.0, 0.06, 9, NOON, NOON + DAY, 2)
    return replace(row, **more)  # type: ignore[arg-type]  # values of any field


def change(game: int, player: int, scope: int = EVERYWHERE, **more: object) -> RatingChangeRecord:
    row = RatingChangeRecord(game, scope, player, "conhex", "", 1500.0, 70.0, 1510.0 + player, 65.0, NOON)
    return replace(row, **more)  # type: ignore[arg-type]  # values of any field


async def _games(session: Session, number: int) -> tuple[int, ...]:
    for person in (ANNA, BEN, CARA, DORA, GONE):
        await session.of(PersonRepository).record_seen(PersonRecord(person, f"P{person}", "en"))
    of = await session.of(ChallengeRepository).add(challenge(ANNA))
    matches = session.of(MatchRepository)
    return tuple([await matches.add(new_match(of, ANNA, BEN, number=each)) for each in range(1, number + 1)])


async def test_settled_ratings_lead_the_leaderboard(store: Store) -> None:
    async with store.write() as session:
        await _games(session, 0)
        ratings = session.of(RatingRepository)
        await ratings.lock()
        strong, weak = rating(ANNA, 1700), rating(BEN, 1600)
        lucky, idle = rating(CARA, 1900, settled_until=None), rating(DORA, 1800, settled_until=NOON)
        others = (
            rating(ANNA, 2000, role="red"),
            rating(ANNA, 2000, scope=SERVER),
            rating(ANNA, 2000, key="hnefatafl"),
        )
        await ratings.save([weak, lucky, strong, idle, *others], [])
        best = await ratings.best(EVERYWHERE, "conhex", "", now=NOON, limit=9)
        assert best == (strong, weak, lucky, idle)
        assert await ratings.best(EVERYWHERE, "conhex", "red", now=NOON, limit=9) == others[:1]
        assert await ratings.best(EVERYWHERE, "conhex", "", now=NOON, limit=1) == (strong,)
        assert set(await ratings.of_people(EVERYWHERE, "conhex", {ANNA, CARA})) == {strong, lucky, others[0]}
        assert await ratings.of(ANNA, {EVERYWHERE, SERVER}) == (strong, others[1], others[0], others[2])
        assert await ratings.of(ANNA, {SERVER}) == others[1:2]
        better = rating(ANNA, 1600)
        await ratings.save([better], [])
        assert await ratings.best(EVERYWHERE, "conhex", "", now=NOON, limit=9) == (better, weak, lucky, idle)
        assert await ratings.of(ANNA, {EVERYWHERE}) == (better, others[0], others[2])


async def test_rating_changes_are_listed_by_game_and_person(store: Store) -> None:
    async with store.write() as session:
        first, second, third = await _games(session, 3)
        ratings = session.of(RatingRepository)
        early = change(second, ANNA, ended=NOON - DAY)
        rows = [
            change(first, BEN),
            change(first, ANNA),
            change(first, ANNA, SERVER),
            change(first, GONE),
            early,
            change(third, ANNA, key="hnefatafl", ended=NOON + DAY),
        ]
        await ratings.save([], rows)
        assert await ratings.changes_of(first) == (rows[1], rows[0], rows[2])
        assert await ratings.of_aliases("conhex") == (rows[3],)
        assert await ratings.of_aliases("hnefatafl") == ()
        assert await ratings.history(ANNA, EVERYWHERE) == (early, rows[1], rows[5])
        assert await ratings.history(ANNA, SERVER) == (rows[2],)
        assert await ratings.latest("conhex", {ANNA, CARA}) == (NOON, first)
        assert await ratings.latest("conhex", {CARA}) is None
        # Of results at the same moment the later match counts.
        await ratings.save([], [change(third, CARA), change(second, CARA)])
        assert await ratings.latest("conhex", {ANNA, CARA}) == (NOON, third)


async def test_results_between_the_same_people(store: Store) -> None:
    async with store.write() as session:
        pair, three, old, new = await _games(session, 4)
        ratings = session.of(RatingRepository)
        await ratings.save(
            [],
            [
                *(change(pair, person, ended=NOON + 1 * DAY) for person in (ANNA, BEN)),
                *(change(pair, person, SERVER, ended=NOON + 1 * DAY) for person in (ANNA, CARA)),
                *(change(three, person, ended=NOON + 2 * DAY) for person in (ANNA, BEN, CARA)),
                *(change(old, person, ended=NOON) for person in (ANNA, BEN)),
                *(change(new, person, ended=NOON + 3 * DAY) for person in (ANNA, BEN)),
            ],
        )
        ends = await ratings.ends_of_same("conhex", {BEN, ANNA}, NOON)
        assert sorted(ends) == [NOON + 1 * DAY, NOON + 3 * DAY]
        assert await ratings.ends_of_same("conhex", {ANNA, BEN, CARA}, NOON) == [NOON + 2 * DAY]
        assert await ratings.ends_of_same("hnefatafl", {ANNA, BEN}, NOON) == []


async def test_recomputing_a_game_keeps_changes_of_deleted_people(store: Store) -> None:
    async with store.write() as session:
        first, second = await _games(session, 2)
        ratings = session.of(RatingRepository)
        gone, other = change(first, GONE), rating(ANNA, key="hnefatafl")
        await ratings.save([rating(ANNA), rating(BEN), other], [change(first, ANNA), gone])
        await ratings.replace("conhex", [rating(ANNA, 1555)], [change(second, ANNA)])
        assert await ratings.of_people(EVERYWHERE, "conhex", {ANNA, BEN}) == (rating(ANNA, 1555),)
        assert await ratings.of(ANNA, {EVERYWHERE}) == (rating(ANNA, 1555), other)
        assert await ratings.changes_of(first) == ()
        assert await ratings.changes_of(second) == (change(second, ANNA),)
        assert await ratings.of_aliases("conhex") == (gone,)


async def test_formula_news_is_announced_once_per_person(store: Store) -> None:
    async with store.write() as session:
        await _games(session, 0)
        ratings = session.of(RatingRepository)
        await ratings.save(
            [rating(ANNA, formula=1), rating(BEN), rating(CARA, key="hnefatafl", formula=1)], []
        )
        assert [await ratings.is_outdated("conhex", formula) for formula in (1, 2)] == [False, True]
        assert not await ratings.is_outdated("halma", 2)
        await ratings.schedule_formula_news("conhex", 2)
        assert [await ratings.has_formula_news(person, 2) for person in (ANNA, BEN, CARA)] == [
            True,
            False,
            False,
        ]
        assert [await ratings.record_formula_known(person, 2) for person in (ANNA, ANNA, BEN)] == [
            True,
            False,
            False,
        ]
        await ratings.schedule_formula_news("conhex", 2)
        assert not await ratings.has_formula_news(ANNA, 2)
        assert await ratings.has_formula_news(ANNA, 3)
