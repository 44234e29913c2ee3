"""A database of the fifth version after its upgrade: languages, places, challenges that expire."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa
from alembic import command

from bot.model.server_rules import ServerRules
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.matches import MatchRepository
from bot.repositories.people import PersonRepository
from bot.repositories.server_rules import ServerRulesRepository
from bot.repositories.servers import ServerRepository
from bot.repositories.tables.challenge_tables import CHALLENGE_TIMER
from data.cluster.timers import TimerRepository
from data.engines import make_engines
from data.migration import TODAY
from data.migration_steps import configured
from data.store import Store
from data.urls import driver_url

pytest_plugins = ("tests.data.databases",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
_CHALLENGE = {
    "key": "any",
    "options": {},
    "challenger": 1,
    "role": "random",
    "status": "open",
    "created": NOON,
}
_GAME = {"key": "any", "options": {}, "number": 1, "status": "running", "plies": 0, "position": ""}


_OTHERS: dict[int, dict[str, object]] = {
    10: {"status": "withdrawn"},
    11: {"rematch_of": 1},
    12: {},  # somebody waits there
    13: {},  # somebody has left
    14: {},  # somebody was invited
}


def _begin_as_then(connection: sa.Connection) -> None:
    config = configured(TODAY.folders)
    config.attributes["connection"] = connection
    command.upgrade(config, "0005")
    then = sa.MetaData()
    then.reflect(connection)

    def add(table: str, **row: object) -> None:
        connection.execute(sa.insert(then.tables[table]).values(**row))

    for person in (1, 2, 3):
        add("players", id=person, name=f"P{person}", locale="en-US")
    add("servers", id=7, locale="en-US")
    add("servers", id=8, locale="de")
    places: tuple[Mapping[str, object], ...] = (
        {"server": 7, "channel": 70, "locale": "en-US"},
        {"server": 8, "channel": 80, "locale": "en-US"},
        {"server": None, "channel": 90, "locale": "en-US"},
    )
    for number, place in enumerate(places, start=1):
        add("challenges", **_CHALLENGE, **place, id=number, parent=700)
        game = {**_GAME, "retired": [], "created": NOON, "updated": NOON, "since": NOON, "turn": 0}
        add("games", **game, **place, home=place["channel"], challenge=number)
        add("seats", game=number, seat=0, player=1, running=True)
        add("overviews", **place)
    for number, row in _OTHERS.items():
        add("challenges", **{**_CHALLENGE, **places[0], "id": number, **row})
    for number, joined in ((12, 1), (13, -1), (14, None)):
        for player, place_of_joining in ((1, 0), (2, joined)):
            guest = {"challenge": number, "player": player, "joined": place_of_joining}
            add("guests", **guest, invited=player == 2, waiting=True)


@pytest.fixture
async def old_url(database_url: str) -> str:
    engines = make_engines(driver_url(database_url))
    async with engines.writer.begin() as connection:
        await connection.run_sync(_begin_as_then)
    await engines.dispose()
    return database_url


async def test_what_a_server_only_seemed_to_speak_is_unknown(old_url: str) -> None:
    store = await Store.open(old_url)
    async with store.read() as session:
        for number, channel, locale in ((1, 70, ""), (2, 80, "de"), (3, 90, "en-US")):
            challenge = await session.of(ChallengeRepository).get(number)
            game = await session.of(MatchRepository).get(number)
            overview = await session.of(ServerRepository).overview(channel)
            assert challenge is not None
            assert game is not None
            assert overview is not None
            assert (challenge.place.locale, game.place.locale, overview.place.locale) == (locale,) * 3
        assert await session.of(PersonRepository).server_locale(7) == ""
    await store.close()


async def test_games_know_the_place_of_their_challenge(old_url: str) -> None:
    store = await Store.open(old_url)
    async with store.read() as session:
        for number in (1, 2, 3):
            challenge, game = (
                await session.of(ChallengeRepository).get(number),
                await session.of(MatchRepository).get(number),
            )
            assert challenge is not None
            assert game is not None
            assert (
                (challenge.place.parent, challenge.place.private)
                == (game.place.parent, game.place.private)
                == (700, False)
            )
    await store.close()


async def test_what_is_open_expires_two_weeks_from_now(old_url: str) -> None:
    before = datetime.now(UTC)
    store = await Store.open(old_url)
    after = datetime.now(UTC)
    async with store.read() as session:
        expires = {}
        for number in (1, *_OTHERS):
            challenge = await session.of(ChallengeRepository).get(number)
            assert challenge is not None
            expires[number] = challenge.expires
        first = (await session.of(TimerRepository).next_due([CHALLENGE_TIMER])).get(CHALLENGE_TIMER)
    await store.close()
    assert first is not None
    assert before <= first - timedelta(days=14) <= after
    assert expires == {1: first, 10: None, 11: None, 12: None, 13: first, 14: first}


async def test_a_language_of_a_server_is_kept(old_url: str) -> None:
    store = await Store.open(old_url)
    async with store.write() as session:
        assert await session.of(ServerRulesRepository).of(7) == ServerRules()
        assert await session.of(PersonRepository).languages([1, 404]) == {1: "en-US"}
    await store.close()
