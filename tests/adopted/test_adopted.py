"""A database of 0.11.0 is adopted unchanged, and everything in it continues."""

import random
from collections import Counter
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
import sqlalchemy as sa

import rules
from bot.app import all_checks
from bot.model.match.match import Match
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import Person
from bot.operations.checks.checking import check_all
from data.connections.engines import make_engines
from data.connections.urls import driver_url
from data.keeping.database import Database
from data.store import Store
from tests.adopted.catalogue import catalogue
from tests.adopted.release_database import load_release
from tests.bot.support.fakes import SeededDice, Time, World
from tests.repeats import repeats

pytest_plugins = ("tests.data.databases",)

RESUMED_AT = datetime(2026, 11, 22, 2, tzinfo=UTC)
"""Shortly after the last request in the database."""
PEOPLE = {
    1000 + number: Person(1000 + number, name, "en-US")
    for number, name in enumerate(("Anna", "Ben", "Clara", "David", "Emma"), start=1)
}
_MAX_PLIES = repeats(4, 12)
"""The maximum number of further plies before the players to move resign."""


@pytest.fixture
async def adopted_url(database_url: str) -> str:
    """The address of an unopened database of 0.11.0."""
    await load_release(database_url)
    return database_url


@pytest.fixture
async def world(adopted_url: str) -> AsyncIterator[World]:
    """The club of 0.11.0, served by the current code."""
    store = await Store.open(adopted_url)
    yield World(store, rules.GAMES, time=Time(RESUMED_AT), chance=SeededDice("later"), numbers=count(10_000))
    await store.close()


async def _rows(url: str) -> dict[str, list[str]]:
    engines = make_engines(driver_url(url))
    tables = sa.MetaData()
    async with engines.reader.connect() as connection:
        await connection.run_sync(tables.reflect)
        rows = {
            table.name: sorted(repr(tuple(row)) for row in await connection.execute(sa.select(table)))
            for table in tables.sorted_tables
        }
    await engines.dispose()
    return rows


async def _ids(world: World, query: str) -> list[int]:
    async with world.store.read() as session:
        return list((await session.connection.execute(sa.text(query))).scalars())


async def _running(world: World) -> list[Match]:
    ids = await _ids(world, "SELECT id FROM games WHERE status = 'running' ORDER BY id")
    return [await world.services.matches.get(match_id) for match_id in ids]


async def test_opening_changes_nothing(adopted_url: str) -> None:
    before = await _rows(adopted_url)
    assert before["alembic_version"] == ["('0059',)"]
    await (await Store.open(adopted_url)).close()
    assert await _rows(adopted_url) == before


@pytest.fixture
def new_url(database_url: str, request: pytest.FixtureRequest) -> str:
    """The address of a new database of the same kind, with current tables."""
    if driver_url(database_url).get_backend_name() == "sqlite":
        return f"sqlite:///{request.getfixturevalue('sqlite_tables')}"
    return str(request.getfixturevalue("postgresql_tables").url)


async def test_a_new_database_has_the_same_schema(adopted_url: str, new_url: str) -> None:
    adopted, new_engines = make_engines(driver_url(adopted_url)), make_engines(driver_url(new_url))
    assert await catalogue(adopted.reader) == await catalogue(new_engines.reader)
    await adopted.dispose()
    await new_engines.dispose()


async def test_the_check_finds_nothing(adopted_url: str) -> None:
    database = await Database.open(adopted_url)
    assert database.is_usable
    checked = check_all(
        database.snapshot, rules.GAMES, all_checks(rules.GAMES), progress=lambda _done, _of, _at: None
    )
    findings = [finding async for finding in checked]
    await database.close()
    assert findings == []


async def test_every_game_is_played_to_its_end(world: World) -> None:
    running = await _running(world)
    assert {match.key for match in running} == set(rules.GAMES)
    await world.deliver_all()
    chance = random.Random(5)
    for match in running:
        for _ in range(_MAX_PLIES):
            await world.services.openings.roll(match.id)
            position = await world.services.matches.position(match.id)
            if position.match.mover is None:
                break
            move = chance.choice(position.state.legal_moves()).text
            await world.services.turns.take_turn(world.by(PEOPLE[position.match.mover]), match.id, move)
            await world.deliver_all()
        while (mover := (await world.services.matches.get(match.id)).mover) is not None:
            await world.services.resignations.resign(world.by(PEOPLE[mover]), match.id)
        final_match = await world.services.matches.get(match.id)
        assert final_match.status == "finished"
        assert final_match.plies >= match.plies


async def test_waiting_notices_are_delivered_once(world: World) -> None:
    query = "SELECT id FROM notices WHERE status IN ('waiting', 'claimed') ORDER BY id"
    waiting = await _ids(world, query)
    assert len(waiting) > 5
    world.time.pass_by(timedelta(days=1))
    await world.outbox.release_others(frozenset())
    delivered = Counter(notice.id for notice in await world.deliver_all())
    assert dict.fromkeys(waiting, 1).items() <= delivered.items()
    assert set(delivered.values()) == {1}
    assert await _ids(world, query) == []


async def test_open_offers_are_answered(world: World) -> None:
    (match,) = [match for match in await _running(world) if match.offers]
    (offer,) = match.offers
    answerer = match.people[1 - offer.by]
    await world.services.offers.answer(world.by(PEOPLE[answerer]), match.id, OfferKind(offer.what), True)
    assert (await world.services.matches.get(match.id)).status == "finished"


async def test_a_plan_is_carried_out(world: World) -> None:
    (game,) = await _ids(world, "SELECT game FROM plans")
    (seat,) = await _ids(world, "SELECT seat FROM plans")
    player = (await world.services.matches.get(game)).people[seat]
    (line,) = (await world.services.conditional_moves.lines(player, game)).lines
    mover = (await world.services.matches.get(game)).mover
    assert mover is not None
    turn = await world.services.turns.take_turn(world.by(PEOPLE[mover]), game, line[0])
    (_, reply) = await world.services.matches.plies(game, turn.number - 1, turn.number + 1)
    assert (reply.text, reply.automatic) == (line[1], "conditional")


async def test_open_challenges_lead_to_games(world: World) -> None:
    for number in await _ids(world, "SELECT id FROM challenges WHERE status = 'open' ORDER BY id"):
        challenge = await world.services.challenges.get(number)
        if challenge.terms.key == "catch-the-hat":
            challenge_after = await world.services.lobbies.start(
                world.by(PEOPLE[challenge.challenger]), number
            )
        else:
            guest = challenge.opponent or next(person for person in PEOPLE if person != challenge.challenger)
            challenge_after = await world.services.invitations.accept(world.by(PEOPLE[guest]), number)
        assert challenge_after.match is not None


async def test_a_seat_on_offer_is_taken(world: World) -> None:
    (number,) = await _ids(world, "SELECT id FROM substitutions WHERE status = 'open'")
    offer = await world.services.substitutions.get(number)
    assert offer.wanted is not None
    await world.services.substitutions.accept(world.by(PEOPLE[offer.wanted]), number)
    assert offer.wanted in (await world.services.matches.get(offer.match)).people


async def test_clocks_run_out(world: World) -> None:
    timed = {match.id for match in await _running(world) if match.clock.runs}
    assert len(timed) > 5
    running = timed
    # Large steps, as after an outage, are faster: due timers fire together.
    for _ in range(6):
        world.time.pass_by(timedelta(days=10))
        while await world.services.timers.act():
            await world.deliver_all()
        running = timed & set(await _ids(world, "SELECT id FROM games WHERE status = 'running'"))
        if not running:
            break
    assert running == set(), "all clocks have run out"
