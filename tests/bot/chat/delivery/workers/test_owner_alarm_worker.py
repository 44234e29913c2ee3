"""Alarms to the owner: recipient, language, retries."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.chat.delivery.discord_sender import PlaceClosed
from bot.chat.delivery.workers.owner_alarm_worker import OwnerAlarmWorker
from bot.locale import Texts
from bot.monitoring.alarms import Alarm, AlarmKind

DISK = Alarm(AlarmKind.DISK, "100 `MB`", "/data")


def no_access() -> discord.Forbidden:
    response: Any = SimpleNamespace(status=403, reason="Forbidden")
    return discord.Forbidden(response, {"code": 50001, "message": "Missing Access"})


@dataclass
class Discord:
    """Both the client and the sender; `fails` is raised instead of opening direct messages.

    Channels in `closed` are refused; reopening returns the channel `reopened`.
    """

    team: Any = None
    fails: Exception | None = None
    closed: frozenset[int] = frozenset()
    reopened: int | None = None
    written: list[tuple[int, str, str]] = field(default_factory=list)
    opened: list[int] = field(default_factory=list)

    async def application_info(self) -> Any:  # as discord.py's
        return SimpleNamespace(owner=SimpleNamespace(id=1), team=self.team)

    async def channel(self, person: int, *, reopen: bool = False) -> int:
        self.opened.append(person)
        if self.fails is not None:
            raise self.fails
        return self.reopened if reopen and self.reopened is not None else person

    def get_partial_messageable(self, channel: int) -> Any:  # as above
        async def send(words: str, *, nonce: str, **_: object) -> None:
            if channel in self.closed:
                raise no_access()
            self.written.append((channel, words, nonce))

        return SimpleNamespace(send=send)


@dataclass
class Watch:
    """Alarms, each returned once."""

    alarms: list[Alarm]
    forgotten: list[Alarm] = field(default_factory=list)

    def clock(self) -> datetime:
        return datetime(2026, 11, 26, 3, tzinfo=UTC)

    async def new_alarms(self) -> list[Alarm]:
        alarms, self.alarms = self.alarms, []
        return alarms

    async def forget(self, alarm: Alarm) -> None:
        self.forgotten.append(alarm)


def worker(
    stage: Discord, watch: Watch, owner: int | None = None, locale: str | None = None
) -> OwnerAlarmWorker:
    async def locale_of(_: int) -> str | None:
        return locale

    people = SimpleNamespace(locale_of=locale_of)
    app: Any = SimpleNamespace(texts=Texts.load(), services=SimpleNamespace(people=people))
    client: Any = stage
    alarms: Any = watch
    return OwnerAlarmWorker(client, app, client, alarms, owner)


@pytest.mark.parametrize(
    ("team", "owner", "recipient"),
    [(None, None, 1), (SimpleNamespace(owner_id=2), None, 2), (SimpleNamespace(owner_id=2), 3, 3)],
)
async def test_alarms_are_sent_to_the_owner(team: object, owner: int | None, recipient: int) -> None:
    stage = Discord(team)
    await worker(stage, Watch([DISK]), owner).check_alarms()
    ((channel, words, nonce),) = stage.written
    assert channel == recipient
    assert words.startswith("⚠️ The disk of `/data` is nearly full: 100 'MB' are free.")
    assert len(nonce) <= 25, "Discord takes no longer one"


async def test_all_processes_use_the_same_nonce() -> None:
    nonces = set()
    for _ in range(2):
        stage = Discord()
        await worker(stage, Watch([DISK])).check_alarms()
        nonces.add(stage.written[0][2])
    assert len(nonces) == 1


async def test_a_german_owner_gets_german_alarms() -> None:
    stage = Discord()
    await worker(stage, Watch([Alarm(AlarmKind.BACKUP_OLD, "72 h 1 min")]), 3, "de").check_alarms()
    ((_, words, _),) = stage.written
    assert words.startswith("⚠️ Die letzte gute Sicherung ist 72 h 1 min alt.")
    assert words.endswith(f"\n-# {Texts.load().language('de')('alarm.why')}")


async def test_an_owner_with_closed_dms_is_not_contacted_again(caplog: pytest.LogCaptureFixture) -> None:
    stage, watch = Discord(fails=PlaceClosed("closed")), Watch([DISK])
    working = worker(stage, watch)
    await working.check_alarms()
    assert [record.getMessage() for record in caplog.records] == [
        "alarm: disk: 100 `MB`",
        "the owner accepts no direct messages, alarms appear only in the log: closed",
    ]
    watch.alarms = [Alarm(AlarmKind.DATABASE, "away")]
    await working.check_alarms()
    assert stage.opened == [1]
    assert watch.forgotten == []


async def test_a_moved_direct_channel_is_reopened() -> None:
    stage, watch = Discord(closed=frozenset({1}), reopened=9), Watch([DISK])
    await worker(stage, watch).check_alarms()
    ((channel, words, nonce),) = stage.written
    assert (channel, nonce) == (9, "disk-1-2603")
    assert words.startswith("⚠️ The disk")
    assert watch.forgotten == []


async def test_a_closed_direct_channel_is_reopened_only_once() -> None:
    stage, watch = Discord(closed=frozenset({1})), Watch([DISK])
    working = worker(stage, watch)
    await working.check_alarms()
    watch.alarms = [DISK]
    await working.check_alarms()
    assert stage.opened == [1, 1], "opened, and once more"
    assert watch.forgotten == []


async def test_an_unsent_alarm_is_raised_again() -> None:
    stage, watch = Discord(fails=aiohttp.ClientConnectionError("away")), Watch([DISK])
    await worker(stage, watch).check_alarms()
    assert watch.forgotten == [DISK]


@pytest.mark.parametrize("kind", AlarmKind)
async def test_every_alarm_kind_has_a_text(kind: AlarmKind) -> None:
    stage = Discord()
    await worker(stage, Watch([Alarm(kind, "3 days", "/data")])).check_alarms()
    assert "3 days" in stage.written[0][1]
    german = Texts.load().language("de")(f"alarm.{kind}", detail="3 Tage", folder="/data")
    assert "3 Tage" in german
