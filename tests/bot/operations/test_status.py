import asyncio
import json
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cluster.membership import Membership
from bot.monitoring.status import in_words, read_status
from bot.operations.status import as_json, lines
from bot.version import VERSION
from data.cluster.processes import ProcessRepository
from data.cluster.shards import ShardRepository
from data.migration import newest
from data.store import Store
from tests.bot.support.fakes import World

pytest_plugins = ("tests.bot.support.worlds",)


async def status_of(world: World) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the printed lines by their heading, and the problems."""
    status = await read_status(world.store, world.time())
    troubles = status.backlogs.troubles()
    read = [(line[:11].strip(), line[11:]) for line in lines(status, troubles)]
    return dict(read), troubles


async def serving(store: Store, *connected: int, total: int = 1) -> Membership:
    """Join a process that holds the connected shards, or an unconnected shard 0."""
    process = Membership(store, "here:1", "1.2.3")
    await process.join()
    async with store.write() as session:
        await session.of(ShardRepository).take(connected or (0,), total, process.id)
        await session.of(ShardRepository).record_connected(connected, process.id)
    return process


async def test_a_disconnected_bot_is_unhealthy(world: World) -> None:
    process = await serving(world.store)
    status, troubles = await status_of(world)
    assert status["shards"] == "0 of 1 connected"
    assert troubles == ("nothing is connected to Discord",)
    async with world.store.write() as session:
        await session.of(ShardRepository).free_all(process.id)
    assert (await status_of(world))[1] == ("nothing is connected to Discord",)


async def test_unconnected_shards_are_unhealthy(world: World) -> None:
    await serving(world.store, 3, total=8)
    status, troubles = await status_of(world)
    assert status["shards"] == "1 of 8 connected"
    assert status["status"] == "wrong: 1 of 8 shards are connected"
    assert troubles == ("1 of 8 shards are connected",)


async def test_a_healthy_bot_has_no_troubles(world: World, database_url: str) -> None:
    await serving(world.store, 0)
    await world.match()
    status, troubles = await status_of(world)
    assert troubles == ()
    assert status["processes"].startswith("here:1  version 1.2.3  since ")
    assert status["outbox"] == "3 due, 0 being delivered, the oldest due for 0 s"
    assert status["delivery"] == "0 to be tried again, 0 to be told at the next command"
    assert status["deadlines"] == "0 overdue"
    assert status["games"] == "1 running, counting 1"
    assert status["database"].startswith(database_url.split(":", maxsplit=1)[0] + ", ")
    assert status["shards"] == "1 of 1 connected"
    assert status["status"] == "all is well"


async def test_each_process_is_listed_with_its_shards(world: World) -> None:
    async with world.store.write() as session:
        for process, name in (("a", "here:1"), ("b", "there:2")):
            await session.of(ProcessRepository).join(process, name, "1.2.3", timedelta(minutes=1))
    status = replace(await read_status(world.store, world.time()), shards={"b": (0, 2)})
    program, first, second, *_ = lines(status, ())
    assert program == f"program    fernpartie {VERSION}, schema {newest()}"
    assert re.sub(r"  since \S+ \(.*?\)", "", first) == "processes  here:1  version 1.2.3"
    assert re.sub(r"  since \S+ \(.*?\)", "", second) == "           there:2  version 1.2.3  shards 0, 2"


async def test_a_process_with_an_expired_lease_is_not_alive(world: World) -> None:
    process = Membership(world.store, "here:1", "1.2.3", lease=timedelta(seconds=-1))
    await process.join()
    status, troubles = await status_of(world)
    assert status["processes"] == "none alive"
    assert troubles == ("no process is alive",)
    assert status["status"] == "wrong: no process is alive"


async def test_an_overdue_notice_is_a_trouble(world: World) -> None:
    await serving(world.store, 0)
    await world.challenge()
    (card,) = await world.outbox.claim()
    world.time.pass_by(timedelta(minutes=5))
    assert (await status_of(world))[1] == ()
    world.time.pass_by(timedelta(seconds=1))
    assert (await status_of(world))[1] == ("a notice has been due for 5 min",)
    await world.outbox.postpone(card.id, "503")
    status, troubles = await status_of(world)
    assert troubles == ()
    assert status["outbox"] == "0 due, 0 being delivered"
    assert status["delivery"].startswith("1 to be tried again")


async def test_missed_notices_are_counted(world: World) -> None:
    await world.challenge()
    (card,) = await world.outbox.claim()
    await world.outbox.miss(card.id, "50007")
    assert (await status_of(world))[0]["delivery"] == "0 to be tried again, 2 to be told at the next command"


async def test_an_overdue_deadline_is_a_trouble(world: World) -> None:
    await serving(world.store, 0)
    await world.match()
    await world.deliver_all()
    due = await world.services.timers.next_due()
    assert due is not None
    world.time.pass_by(due + timedelta(minutes=1) - world.time.now)
    assert (await status_of(world))[0]["deadlines"] == "0 overdue"
    world.time.pass_by(timedelta(minutes=4, seconds=1))
    status, troubles = await status_of(world)
    assert status["deadlines"] == "1 overdue, the oldest for 5 min"
    assert troubles == ("a deadline has been due for 5 min",)


async def test_json_has_the_same_status(world: World) -> None:
    await serving(world.store, 0)
    await world.match()
    status = await read_status(world.store, world.time())
    read = json.loads(as_json(status, status.backlogs.troubles()))
    assert read["backlogs"]["due"]["number"] == 3
    assert read["backlogs"]["alive"][0]["name"] == "here:1"
    assert read["running"] == {"counting": 1}
    assert read["troubles"] == []


@pytest.mark.parametrize(
    ("span", "words"),
    [
        (timedelta(seconds=59.9), "59 s"),
        (timedelta(minutes=59, seconds=59), "59 min"),
        (timedelta(hours=50, minutes=1), "50 h 1 min"),
    ],
)
def test_durations_are_formatted(span: timedelta, words: str) -> None:
    assert in_words(span) == words


def _status_of(url: str, monkeypatch: pytest.MonkeyPatch, *options: str) -> int:
    monkeypatch.setenv("FERNPARTIE_TOKEN", "token")
    monkeypatch.setenv("FERNPARTIE_DATABASE_URL", url)
    return main(["status", *options])


async def _living(url: str) -> None:
    store = await Store.open(url)
    await serving(store, 0)
    await store.close()


def test_an_unreachable_database_server_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _status_of("postgresql://me:topsecret@127.0.0.1:1/games", monkeypatch) == 1
    assert capsys.readouterr().err == "FERNPARTIE_DATABASE_URL: 127.0.0.1:1: Connection refused\n"


def test_status_sets_the_exit_status(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    assert _status_of(url, monkeypatch) == 1
    assert "there is no file" in capsys.readouterr().err
    assert not (tmp_path / "games.db").exists()
    (tmp_path / "games.db").touch()
    assert _status_of(url, monkeypatch) == 1
    assert "no bot has used this database yet" in capsys.readouterr().err
    asyncio.run(_living(url))
    assert _status_of(url, monkeypatch) == 0
    assert "all is well" in capsys.readouterr().out
    assert _status_of(url, monkeypatch, "--json") == 0
    assert json.loads(capsys.readouterr().out)["troubles"] == []

    def set_revision(revision: str) -> None:
        with closing(sqlite3.connect(tmp_path / "games.db")) as connection:
            connection.execute("UPDATE alembic_version SET version_num = ?", [revision])
            connection.commit()

    set_revision("9999")
    assert _status_of(url, monkeypatch) == 0, "a later version may leave its database to this one"
    set_revision("0001")
    assert _status_of(url, monkeypatch) == 1
    assert "the database is of a version before" in capsys.readouterr().err
    set_revision(newest())
    with closing(sqlite3.connect(tmp_path / "games.db")) as connection:
        connection.execute("DELETE FROM processes")
        connection.commit()
    for options in ((), ("--json",)):
        assert _status_of(url, monkeypatch, *options) == 1, "a script notices it"
        assert "no process is alive" in capsys.readouterr().out
