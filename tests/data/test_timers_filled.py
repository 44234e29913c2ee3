"""A database of version 0.9.0 keeps what waits for its moment, as timers and subscriptions."""

from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta

import pytest
import sqlalchemy as sa
from alembic import command

from bot.features.servers.domain.subscriptions import Rhythm, Subscription
from bot.features.servers.store.subscriptions import SubscriptionRepository
from data.cluster.cluster_tables import timers
from data.engines import make_engines
from data.migration import TODAY
from data.migration_steps import configured
from data.store import Store
from data.urls import driver_url

pytest_plugins = ("tests.data.databases",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
DAY = timedelta(days=1)
_PLACE = {"channel": 70, "locale": "en-US"}
_CHALLENGE = {"key": "any", "options": {}, "challenger": 1, "role": "random", "created": NOON, **_PLACE}
_GAME = {
    **_PLACE,
    "key": "any",
    "options": {},
    "number": 1,
    "home": 70,
    "plies": 0,
    "position": "",
    "retired": [],
    "created": NOON,
    "updated": NOON,
    "since": NOON,
}
_SEAT = {"game": 1, "seat": 0, "leaver": 1, "offered_by": 1, "plies": 0, "made": NOON}
_CUP = {
    **_PLACE,
    "server": 7,
    "name": "Cup",
    "key": "any",
    "options": {},
    "rules": {},
    "clock": "3d",
    "places": 4,
    "rated": False,
    "created": NOON,
}
_ROWS: Mapping[str, tuple[Mapping[str, object], ...]] = {
    "players": ({"id": 1, "name": "Al", "locale": "en-US"},),
    "servers": ({"id": 7, "locale": ""}, {"id": 8, "locale": "", "gone": NOON}),
    "challenges": (
        {**_CHALLENGE, "id": 1, "status": "open", "expires": NOON + DAY},
        {**_CHALLENGE, "id": 2, "status": "accepted", "expires": NOON + DAY},
        {**_CHALLENGE, "id": 3, "status": "accepted"},
        {**_CHALLENGE, "id": 4, "status": "open"},
    ),
    "games": (
        {**_GAME, "id": 1, "challenge": 2, "status": "running", "due": NOON + 2 * DAY},
        {**_GAME, "id": 2, "challenge": 3, "status": "running"},
    ),
    "substitutions": (
        {**_SEAT, "id": 1, "status": "open", "expires": NOON + 3 * DAY},
        {**_SEAT, "id": 2, "status": "lapsed", "expires": NOON, "settled": NOON},
    ),
    "imports": ({"id": 5, "player": 1, "key": "any", "names": [], "record": "", "expires": NOON + 4 * DAY},),
    "deletions": ({"player": 1, "asked": NOON, "due": NOON + 5 * DAY},),
    "tournaments": (
        {**_CUP, "id": 1, "status": "running", "due": NOON + 6 * DAY},
        {**_CUP, "id": 2, "status": "finished"},
    ),
    "daily_puzzles": (
        {"server": 7, "channel": 70, "time": "18:00", "zone": "Europe/Berlin", "number": 3, "puzzle": 11}
        | {"due": NOON + 7 * DAY},
    ),
    "weekly_letters": (
        {"server": 7, "channel": 71, "day": 6, "time": "09:30", "zone": "UTC", "number": 2, "puzzle": None}
        | {"due": NOON + 8 * DAY, "told": NOON},
    ),
}


def _begin_as_then(connection: sa.Connection) -> None:
    config = configured(TODAY.folders)
    config.attributes["connection"] = connection
    command.upgrade(config, "0053")
    then = sa.MetaData()
    then.reflect(connection)
    for table, rows in _ROWS.items():
        for row in rows:
            connection.execute(sa.insert(then.tables[table]).values(**row))


@pytest.fixture
async def old_url(database_url: str) -> str:
    engines = make_engines(driver_url(database_url))
    async with engines.writer.begin() as connection:
        await connection.run_sync(_begin_as_then)
    await engines.dispose()
    return database_url


async def test_what_waits_has_its_timer(old_url: str) -> None:
    store = await Store.open(old_url)
    async with store.read() as session:
        rows = (await session.connection.execute(sa.select(timers).order_by(timers.c.due))).all()
    await store.close()
    assert [tuple(row) for row in rows] == [
        ("challenge", 1, NOON + DAY),
        ("game", 1, NOON + 2 * DAY),
        ("seat", 1, NOON + 3 * DAY),
        ("import", 5, NOON + 4 * DAY),
        ("deletion", 1, NOON + 5 * DAY),
        ("tournament", 1, NOON + 6 * DAY),
        ("puzzle", 7, NOON + 7 * DAY),
        ("letter", 7, NOON + 8 * DAY),
        ("server", 8, NOON + 30 * DAY),
    ]


async def test_daily_puzzles_and_letters_are_subscriptions(old_url: str) -> None:
    store = await Store.open(old_url)
    async with store.read() as session:
        daily = await session.of(SubscriptionRepository).get(7, "puzzle")
        letter = await session.of(SubscriptionRepository).get(7, "letter")
    await store.close()
    evening, morning = Rhythm(time(18), "Europe/Berlin"), Rhythm(time(9, 30), "UTC", day=6)
    assert daily == Subscription(7, "puzzle", 70, evening, NOON + 7 * DAY, 3, None, 11)
    assert letter == Subscription(7, "letter", 71, morning, NOON + 8 * DAY, 2, NOON, None)
