"""Serving, without a connection to Discord: database, settings, process records."""

import os
import socket
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest
import sqlalchemy as sa

import data.store
from bot.chat.bot import FernpartieBot, WorkerDied
from bot.chat.core.owner_links import Links
from bot.chat.delivery.refused_forms import RequestForm
from bot.chat.gateway.invite_links import point_to
from bot.cluster.membership import LEASE, Membership
from bot.cluster.shard_request import ShardRequest
from bot.operations import run
from bot.operations.operation import CannotOpen
from bot.repositories.restores import RestoreRepository
from bot.settings import Settings, WrongSetting
from bot.version import VERSION
from data.cluster.processes import ProcessRepository
from data.cluster.rows import ProcessRecord
from data.connections.engines import Engines, make_engines
from data.store import Store
from tests.bot.support.fakes import Time

pytest_plugins = ("tests.data.databases",)


@pytest.fixture
async def url(tmp_path: Path, sqlite_tables: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    file = tmp_path / "games.db"
    copy(sqlite_tables, file)
    # Leave the heap limits of the tests' process unchanged.
    monkeypatch.setattr(run, "limit_heaps", lambda: None)
    addresses = discord.http.Route.BASE, str(discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY)
    yield f"sqlite:///{file}"
    point_to(*addresses)


def copy(source: Path, file: Path) -> None:
    file.write_bytes(source.read_bytes())


def settings(url: str, **more: Any) -> Settings:
    return Settings(**{"token": "secret", "database_url": url, "engine_processes": 0, **more})


async def live_processes(url: str) -> tuple[ProcessRecord, ...]:
    store = Store.open_unmigrated(url)
    async with store.read() as session:
        processes = await session.of(ProcessRepository).living()
    await store.close()
    return processes


async def test_a_process_is_registered_while_it_serves(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stays: list[tuple[FernpartieBot, str, ShardRequest, tuple[ProcessRecord, ...]]] = []

    async def stay(bot: FernpartieBot, token: str, request: ShardRequest) -> None:
        stays.append((bot, token, request, await live_processes(url)))
        raise WorkerDied

    monkeypatch.setattr(run, "stay_connected", stay)
    config = settings(
        url,
        shards="0-1/2",
        privacy_url="https://p.test",
        terms_url="https://t.test",
        avoid="nonces",
        requests_per_second=7.0,
        api_url="https://discord.test/api",
        gateway_url="wss://gateway.test/",
    )
    store = await Store.open(url)
    await Membership(store, "killed", "0.1").join()
    await store.close()
    limits: list[timedelta | None] = []

    def engines(address: sa.URL, idle_limit: timedelta | None = None) -> Engines:
        limits.append(idle_limit)
        return make_engines(address)

    monkeypatch.setattr(data.store, "make_engines", engines)
    with pytest.raises(WorkerDied):
        await run.serve(config)
    assert limits[0] == LEASE, "others take over its work then, and wait for no lock that it left"
    ((bot, token, request, processes),) = stays
    assert (token, request) == ("secret", ShardRequest.read("0-1/2"))
    (process,) = processes
    assert (process.name, process.version) == (f"{socket.gethostname()}:{os.getpid()}", VERSION)
    assert bot.app.links == Links("https://p.test", "https://t.test")
    assert RequestForm.NONCE in config.avoided_forms
    assert discord.http.Route.BASE == "https://discord.test/api"
    assert await live_processes(url) == (), "other processes need not wait for its lease to expire"


async def test_an_interrupted_restore_stops_the_start(url: str) -> None:
    store = await Store.open(url)
    async with store.write() as session:
        await session.of(RestoreRepository).begin(3, Time()(), Time()())
    await store.close()
    with pytest.raises(CannotOpen, match="`fernpartie restore --begin-epoch` continues it"):
        await run.serve(settings(url))
    assert await live_processes(url) == ()


async def test_epochs_of_earlier_restores_are_loaded(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    epochs: list[int] = []

    async def stay(bot: FernpartieBot, _: str, __: ShardRequest) -> None:
        epochs.append(bot.app.epochs.current)

    monkeypatch.setattr(run, "stay_connected", stay)
    store = await Store.open(url)
    async with store.write() as session:
        await session.of(RestoreRepository).begin(3, Time()(), Time()())
        await session.of(RestoreRepository).complete(3)
    await store.close()
    await run.serve(settings(url))
    assert epochs == [3]


async def test_wrong_settings_fail_before_the_database_opens(url: str, tmp_path: Path) -> None:
    with pytest.raises(WrongSetting, match="FERNPARTIE_HEALTH_FILE"):
        await run.serve(settings(url, health_file=tmp_path / "none" / "alive"))
    with pytest.raises(WrongSetting, match="FERNPARTIE_SHARDS"):
        await run.serve(settings(url, shards="0/2"))
    assert await live_processes(url) == ()
