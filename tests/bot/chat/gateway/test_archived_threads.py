"""Reopening of running games' archived threads: at most once an hour, with retries of refusals."""

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.chat.gateway.archived_threads import ArchivedThreads

ME, THREAD = 900, 70


@dataclass
class _Discord:
    """A client that reopens threads, unless it refuses."""

    refuses: bool = False
    opened: list[int] = field(default_factory=list)
    locked: frozenset[int] = frozenset()
    user: Any = field(default_factory=lambda: SimpleNamespace(id=ME))

    @property
    def http(self) -> "_Discord":
        return self

    async def fetch_channel(self, number: int) -> discord.Thread:
        thread = discord.Thread.__new__(discord.Thread)
        thread.id, thread.locked = number, number in self.locked
        return thread

    async def edit_channel(self, thread: int, *, archived: bool) -> None:
        assert not archived
        if self.refuses:
            answer: Any = SimpleNamespace(status=400, reason="Bad Request")
            raise discord.HTTPException(answer, {"code": 160006, "message": "too many"})
        self.opened.append(thread)


@dataclass
class _Matches:
    running: bool = True

    async def running_at(self, _thread: int) -> tuple[int, ...]:
        return (1,) if self.running else ()

    async def threads_in(self, _server: int) -> set[int]:
        return {THREAD - 1, THREAD, THREAD + 1}


class _Stage:
    def __init__(self) -> None:
        self.now = 0.0
        self.client = _Discord()
        self.matches = _Matches()
        used: Any = SimpleNamespace(services=SimpleNamespace(matches=self.matches), client=self.client)
        self.threads = ArchivedThreads(used.services, used.client, lambda: self.now)

    async def update_archive(self, *, owner: int = ME, archived: bool = True, locked: bool = False) -> None:
        metadata = {"archived": archived, "locked": locked}
        data = {"thread_metadata": metadata, "owner_id": str(owner)}
        event: Any = SimpleNamespace(thread_id=THREAD, data=data)
        await self.threads.on_update(event)


async def test_a_thread_archived_again_within_the_hour_stays_archived() -> None:
    stage = _Stage()
    for _ in range(3):
        await stage.update_archive()
    assert stage.client.opened == [THREAD]
    stage.now += 3601
    await stage.update_archive()
    assert stage.client.opened == [THREAD, THREAD]


async def test_a_refused_reopening_is_retried_at_the_next_update() -> None:
    stage = _Stage()
    stage.client.refuses = True
    await stage.update_archive()
    stage.client.refuses = False
    await stage.update_archive()
    assert stage.client.opened == [THREAD]


@pytest.mark.parametrize("why", [{"archived": False}, {"locked": True}], ids=str)
async def test_an_open_or_locked_thread_is_left_alone(why: dict[str, Any]) -> None:
    stage = _Stage()
    await stage.update_archive(**why)
    assert stage.client.opened == []


async def test_a_finished_games_thread_stays_archived() -> None:
    stage = _Stage()
    stage.matches.running = False
    await stage.update_archive()
    assert stage.client.opened == []


async def test_locked_and_active_threads_are_left_alone_at_start() -> None:
    stage = _Stage()
    stage.client.locked = frozenset({THREAD})
    guild: Any = SimpleNamespace(id=1, unavailable=False, threads=[SimpleNamespace(id=THREAD - 1)])
    await stage.threads.compare(guild)
    assert stage.client.opened == [THREAD + 1]
    stage.client.locked = frozenset()
    await stage.threads.compare(guild)
    assert stage.client.opened == [THREAD + 1, THREAD], "an unlocked thread counted as opened before"


async def test_a_server_outage_reopens_no_threads() -> None:
    stage = _Stage()
    away: Any = SimpleNamespace(id=1, unavailable=True, threads=[])
    await stage.threads.compare(away)
    assert stage.client.opened == []
