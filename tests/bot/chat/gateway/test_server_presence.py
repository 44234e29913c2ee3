"""Events of servers: removal, return, language, ready shards, outages."""

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

import pytest
import tenacity
from discord import Locale
from sqlalchemy.exc import OperationalError, ProgrammingError

from bot.chat.core.failures import outages
from bot.chat.gateway.server_presence import Servers


@dataclass
class _Guild:
    id: int
    features: tuple[str, ...] = ()
    preferred_locale: Locale = Locale.german
    shard_id: int = 0


@dataclass
class _PresenceRecorder:
    told: list[tuple[str, object]] = field(default_factory=list)
    outages: int = 0

    def _away(self) -> None:
        if self.outages:
            self.outages -= 1
            raise OperationalError("UPDATE", {}, OSError("away"))

    async def pause_server(self, server: int) -> None:
        self._away()
        self.told.append(("left", server))

    async def resume_server(self, server: int) -> None:
        self.told.append(("joined", server))

    async def record_server_locale(self, server: int, locale: str) -> None:
        self.told.append((locale, server))

    async def compare(self, there: Collection[int], counts: Callable[[int], bool]) -> None:
        self._away()
        ours = {shard for shard in range(2) if counts(shard << 22)}
        self.told.append(("there", (sorted(there), ours)))


@dataclass(frozen=True)
class _Services:
    presence: _PresenceRecorder
    name_cache: _PresenceRecorder


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages, "AFTER_OUTAGE", tenacity.wait_none())


def _servers(outages: int = 0) -> tuple[Any, list[tuple[str, object]]]:
    signals = _PresenceRecorder(outages=outages)
    services: Any = _Services(signals, signals)
    return Servers(services), signals.told


@pytest.mark.assumes("removal-is-told")
async def test_leaving_and_rejoining_are_reported() -> None:
    servers, calls = _servers()
    await servers.on_leave(_Guild(1))
    await servers.on_join(_Guild(1))
    assert calls == [("left", 1), ("joined", 1)]


@pytest.mark.assumes("locale-of-communities")
async def test_only_a_community_reports_its_language() -> None:
    servers, calls = _servers()
    await servers.on_change(_Guild(1, ("COMMUNITY",)))
    await servers.on_change(_Guild(1))
    assert calls == [("de", 1), ("", 1)]


async def test_a_shard_reports_its_own_servers() -> None:
    servers, calls = _servers()
    await servers.ready([_Guild(1), _Guild(2, shard_id=1)], 0, 2)
    assert calls == [("there", ([1], {0}))]


@pytest.mark.assumes("removal-is-told")
async def test_a_server_missing_from_a_new_session_was_left() -> None:
    servers, calls = _servers()
    stays, leaves, joined = _Guild(1), _Guild(2), _Guild(3)
    await servers.ready([stays, leaves], 0, 1)
    await servers.on_join(joined)
    # Discord's list replaces the old one; servers without an entry stay.
    await servers.ready([_Guild(1), leaves, joined], 0, 1)
    await servers.ready([_Guild(1), _Guild(2)], 0, 1)
    assert [there for kind, there in calls if kind == "there"] == [
        ([1, 2], {0, 1}),
        ([1], {0, 1}),
        ([1, 2], {0, 1}),
    ]


async def test_events_during_an_outage_are_reported_later_in_order() -> None:
    servers, calls = _servers(outages=3)
    async with asyncio.TaskGroup() as events:
        events.create_task(servers.ready([_Guild(1), _Guild(2)], 0, 1))
        events.create_task(servers.on_leave(_Guild(2)))
        events.create_task(servers.on_join(_Guild(2)))
    assert calls == [("there", ([1, 2], {0, 1})), ("left", 2), ("joined", 2)]


async def test_a_programming_error_is_not_retried(monkeypatch: pytest.MonkeyPatch) -> None:
    servers, calls = _servers()

    async def mistaken(_: _PresenceRecorder, _server: int) -> None:
        raise ProgrammingError("UPDATE", {}, Exception("no such column"))

    monkeypatch.setattr(_PresenceRecorder, "pause_server", mistaken)
    with pytest.raises(ProgrammingError):
        await servers.on_leave(_Guild(1))
    assert calls == []
