"""The metrics endpoint, and the sources read before each scrape."""

import aiohttp
import pytest
from prometheus_client import CONTENT_TYPE_LATEST

from bot.address import Address
from bot.monitoring.exposition import expose
from bot.monitoring.metrics import Metrics
from bot.monitoring.scrape import Scrape
from bot.monitoring.sources import watch
from render import BoardLookups
from tests.bot.support.fakes import World

pytest_plugins = ("tests.bot.support.worlds",)


class Threads:
    """Background threads with constant counts."""

    busy, waiting = 2, 5


def value(metrics: Metrics, name: str, **labels: str) -> float | None:
    return metrics.registry.get_sample_value(f"fernpartie_{name}", labels)


async def test_sources_are_read_before_each_scrape(world: World) -> None:
    metrics, boards = Metrics(), BoardLookups()
    watch(metrics, world.store, Threads(), boards)  # type: ignore[arg-type]  # the parts that are read
    scrape = Scrape(metrics, world.store, world.time, "1.2.3")
    boards.drawn, boards.wanted = 3, 10
    await scrape.text()
    assert (value(metrics, "background_threads_busy"), value(metrics, "background_queue_length")) == (2, 5)
    lookups = {result: value(metrics, "drawing_boards_total", cache=result) for result in ("hit", "miss")}
    assert lookups == {"hit": 7, "miss": 3}
    boards.drawn, boards.wanted = 4, 12
    await scrape.text()
    lookups = {result: value(metrics, "drawing_boards_total", cache=result) for result in ("hit", "miss")}
    assert lookups == {"hit": 8, "miss": 4}
    before = value(metrics, "database_seconds_count", mode="write") or 0
    async with world.store.write():
        pass
    assert value(metrics, "database_seconds_count", mode="write") == before + 1


async def test_metrics_are_served_only_at_their_path(world: World, unused_tcp_port: int) -> None:
    scrape = Scrape(Metrics(), world.store, world.time, "1.2.3")
    url = f"http://127.0.0.1:{unused_tcp_port}"
    async with aiohttp.ClientSession() as http:
        async with expose(scrape, Address("127.0.0.1", unused_tcp_port)):
            async with http.get(f"{url}/metrics") as answer:
                text = await answer.text()
                assert (answer.status, answer.headers["Content-Type"]) == (200, CONTENT_TYPE_LATEST)
            async with http.get(f"{url}/other") as other:
                assert other.status == 404
        with pytest.raises(aiohttp.ClientConnectorError):
            await http.get(f"{url}/metrics")
    assert 'version="1.2.3"' in text
