"""Serving of metrics, and observers of changes."""

import socket
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.address import Address
from bot.background import background
from bot.monitoring.metrics import Metrics
from bot.operations.monitoring import each, serve_metrics
from bot.operations.operation import CannotOpen
from bot.settings import WrongSetting
from data.store import Store
from tests.galleries import GALLERY

pytest_plugins = ("tests.data.databases",)
sqlite_alone = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


def test_observers_are_called_in_order() -> None:
    heard: list[tuple[str, object]] = []
    change: Any = object()
    each(lambda it: heard.append(("first", it)), lambda it: heard.append(("second", it)))(change)
    assert heard == [("first", change), ("second", change)]


@sqlite_alone
async def test_metrics_are_served_inside_the_block(
    store: Store, unused_tcp_port: int, tmp_path: Path
) -> None:
    address = Address("127.0.0.1", unused_tcp_port)
    page = f"http://127.0.0.1:{unused_tcp_port}/metrics"
    async with aiohttp.ClientSession() as http:
        async with (
            serve_metrics(Metrics(), store, background(), GALLERY.lookups, address, tmp_path),
            http.get(page) as answer,
        ):
            text = await answer.text()
            assert f'fernpartie_disk_free_bytes{{folder="{tmp_path}"}}' in text
            assert 'fernpartie_drawing_boards_total{cache="hit"}' in text
        with pytest.raises(aiohttp.ClientConnectorError):
            await http.get(page)


@sqlite_alone
async def test_an_unavailable_address_is_a_one_line_error(store: Store) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        for host, port, kind in (
            ("127.0.0.1", taken.getsockname()[1], CannotOpen),
            ("192.0.2.1", 9400, WrongSetting),
        ):
            with pytest.raises(kind, match=r"^FERNPARTIE_METRICS: "):
                async with serve_metrics(
                    Metrics(), store, background(), GALLERY.lookups, Address(host, port)
                ):
                    pass


async def test_no_address_disables_the_metrics() -> None:
    store: Any = None
    async with serve_metrics(Metrics(), store, background(), GALLERY.lookups, None):
        pass
