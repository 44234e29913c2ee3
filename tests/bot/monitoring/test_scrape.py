from datetime import timedelta

import pytest
from sqlalchemy.exc import OperationalError

from bot.monitoring import scrape as module
from bot.monitoring.metrics import Metrics
from bot.monitoring.scrape import BACKLOGS_EVERY, Scrape
from bot.repositories.people.people import PersonRepository
from data.store import Store
from tests.bot.support.fakes import ANNA, World

pytest_plugins = ("tests.bot.support.worlds",)


def value(metrics: Metrics, name: str, **labels: str) -> float | None:
    return metrics.registry.get_sample_value(f"fernpartie_{name}", labels)


async def test_a_scrape_says_what_waits_in_the_database(world: World) -> None:
    metrics = Metrics()
    scrape = Scrape(metrics, world.store, world.time, "1.2.3")
    match = await world.match()
    await world.deliver_all()
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    await world.challenge()
    await world.outbox.claim(1)
    world.time.pass_by(timedelta(seconds=90))
    text = (await scrape.text()).decode()
    assert 'fernpartie_outbox_notices{state="due"} 1.0' in text
    assert 'fernpartie_outbox_notices{state="claimed"} 1.0' in text
    assert "fernpartie_outbox_oldest_seconds 90.0" in text
    assert 'fernpartie_running_games{game="counting"} 1.0' in text
    assert value(metrics, "processes_alive") == 0
    assert 'version="1.2.3"' in text
    assert "process_start_time_seconds" in text


async def test_the_database_is_asked_at_most_once_in_some_seconds(world: World) -> None:
    metrics = Metrics()
    scrape = Scrape(metrics, world.store, world.time, "1")
    await scrape.text()
    await world.challenge()
    world.time.pass_by(BACKLOGS_EVERY - timedelta(seconds=1))
    await scrape.text()
    assert value(metrics, "outbox_notices", state="due") == 0
    world.time.pass_by(timedelta(seconds=1))
    await scrape.text()
    assert value(metrics, "outbox_notices", state="due") == 1


async def test_where_the_database_is_away_the_rest_is_told(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    metrics = Metrics()
    scrape = Scrape(metrics, world.store, world.time, "1")
    await world.challenge()
    await scrape.text()

    async def away(*_: object) -> None:
        raise OperationalError(None, None, ConnectionError("away"))

    monkeypatch.setattr(module, "read_backlogs", away)
    world.time.pass_by(BACKLOGS_EVERY)
    text = (await scrape.text()).decode()
    assert "fernpartie_outbox_oldest_seconds NaN" in text
    assert "fernpartie_outbox_notices{" not in text
    assert "fernpartie_build_info{" in text


async def test_the_store_tells_of_each_access(store: Store) -> None:
    metrics = Metrics()
    store.on_access(metrics.on_access)
    async with store.read() as session:
        await session.of(PersonRepository).get(1)
        assert store.in_use == 1
    assert store.in_use == 0
    with pytest.raises(ValueError, match="a mistake"):
        async with store.write():
            raise ValueError("a mistake")
    assert value(metrics, "database_seconds_count", mode="read") == 1
    assert value(metrics, "database_seconds_count", mode="write") == 1
    assert value(metrics, "database_errors_total", mode="write") is None
    with pytest.raises(OperationalError):
        async with store.write():
            raise OperationalError(None, None, ConnectionError("away"))
    assert value(metrics, "database_errors_total", mode="write") == 1
