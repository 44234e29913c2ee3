"""Start of the bot with its first shard, and its background work."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from bot.chat.delivery.workers import retention_worker
from bot.chat.rate_limits.gate import SHORT_WAIT
from bot.monitoring.alarms import Alarms
from data.cluster.shards import ShardRepository
from data.cluster.signal_values import Signal, Topic
from tests.bot.chat import guilds
from tests.bot.chat.bots import OfflineBot, connect, offline_bot, wait_for
from tests.bot.chat.portal import APPLICATION, Portal
from tests.bot.chat.rate_limits.gates import make_gate, work
from tests.bot.support.fakes import World
from tests.bot.support.services import Services
from tests.bot.support.timed import begin_timed
from tests.end_to_end.waiting import until

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

COMMANDS = f"/applications/{APPLICATION}/commands"
OWNER = 4711


@dataclass
class Turns:
    """A fake of the service for engines' turns that records its calls."""

    is_offered: bool = True
    calls: list[str] = field(default_factory=list)

    async def run(self) -> None:
        self.calls.append("turns")
        await asyncio.Event().wait()

    async def resume_forgotten(self) -> int:
        self.calls.append("forgotten turns")
        return 0


def _services(world: World, **others: Any) -> Services:
    return replace(world.services, **others)


async def test_the_first_shard_registers_commands_once_and_delivers(conhex_world: World) -> None:
    await conhex_world.match("conhex")
    async with offline_bot(conhex_world, portal=Portal(shards=2)) as bot:
        await connect(bot)
        await wait_for(lambda: bot.portal.calls("/messages"), "the board of the match")
        assert bot.portal.calls(COMMANDS) == [f"GET {COMMANDS}", f"PUT {COMMANDS}"]
        await wait_for(lambda: bot.app.texts.icons.get("conhex.red"), "the pieces")
        assert "</games:" in bot.app.texts.language("en")("error.unknown-button")
        assert (bot.shard_count, sorted(bot.connections)) == (2, [0, 1])
        async with conhex_world.store.read() as session:
            leases = await session.of(ShardRepository).held_shards()
        assert [(shard.number, shard.total) for shard in leases] == [(0, 2), (1, 2)]
        assert bot.http.max_ratelimit_timeout == SHORT_WAIT


async def test_a_slow_registration_does_not_block_delivery(
    conhex_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.chat.bot.REGISTERING", 0.01)
    portal = Portal()
    portal.hangs = f"PUT {COMMANDS}"
    await conhex_world.match("conhex")
    async with offline_bot(conhex_world, portal=portal) as bot:
        await connect(bot)
        await wait_for(lambda: portal.calls("/messages"), "the board of the match")
        assert portal.calls("/emojis") == [], "the registration still waits"


async def test_deadlines_are_enforced_while_the_bot_is_connected(conhex_world: World) -> None:
    await begin_timed(conhex_world, "2d", "conhex")
    timers = conhex_world.services.timers
    due: datetime | None = await timers.next_due()
    assert due is not None
    conhex_world.time.now = due
    async with offline_bot(conhex_world) as bot:
        await connect(bot)

        async def is_met() -> bool:
            return bool(await timers.next_due() != due)

        await until(is_met, "the deadline")


async def test_expired_rows_are_deleted(conhex_world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention_worker, "FIRST_AFTER", 0.0)
    rounds: list[object] = []

    class Retention:
        async def forget(self, pause: object) -> int:
            rounds.append(pause)
            return 0

    async with offline_bot(conhex_world, services=_services(conhex_world, retention=Retention())) as bot:
        await connect(bot)
        await wait_for(lambda: rounds, "a round")


@pytest.mark.parametrize("offered", [True, False])
async def test_engines_play_if_offered(conhex_world: World, offered: bool) -> None:
    turns = Turns(offered)
    async with offline_bot(conhex_world, services=_services(conhex_world, engine_turns=turns)) as bot:
        await connect(bot)
        await asyncio.sleep(0)
        assert sorted(turns.calls) == (["forgotten turns", "turns"] if offered else [])


async def test_the_owner_gets_alarms(conhex_world: World, tmp_path: Path) -> None:
    alarms = Alarms(conhex_world.store, conhex_world.time, tmp_path)
    for _ in range(3):
        alarms.engine_died()
    async with offline_bot(conhex_world, alarms=alarms, owner=OWNER) as bot:
        await connect(bot)
        await wait_for(lambda: bot.portal.calls("/users/@me/channels"), "a direct message to the owner")
        (opening,) = [body for line, body in bot.portal.requests if line.endswith("/users/@me/channels")]
        assert opening == {"recipient_id": OWNER}


async def test_the_bot_takes_no_privileged_intent_and_pings_nobody(conhex_world: World) -> None:
    async with offline_bot(conhex_world) as bot:
        assert {name for name, is_on in bot.intents if is_on} == {"guilds"}
        mentions = bot.allowed_mentions
        assert mentions is not None
        assert (mentions.everyone, mentions.users, mentions.roles, mentions.replied_user) == (False,) * 4
        assert list(bot.cached_messages) == []


@pytest.mark.parametrize("installable", [True, False])
async def test_the_ready_bot_logs_its_invite_links_once(
    conhex_world: World, caplog: pytest.LogCaptureFixture, installable: bool
) -> None:
    caplog.set_level("INFO", "bot.chat.bot")
    async with offline_bot(conhex_world, portal=Portal(people_install=installable)) as bot:
        bot.add_server(guilds.guild_data())
        for _ in range(2):
            await bot.handle("shard_ready", 0)
    lines = [record.getMessage() for record in caplog.records if record.name == "bot.chat.bot"]
    assert lines[0] == "ready as bot in 1 servers"
    assert [line.partition(": ")[0] for line in lines[1:]] == ["invite", *["for people"] * installable]
    assert f"client_id={APPLICATION}" in lines[1]


@pytest.mark.parametrize("installable", [True, False])
async def test_commands_are_for_user_installs_if_the_app_allows_them(
    conhex_world: World, installable: bool
) -> None:
    async with offline_bot(conhex_world, portal=Portal(people_install=installable)) as bot:
        await connect(bot)
        (commands,) = [body for line, body in bot.portal.requests if line == f"PUT {COMMANDS}"]
        games = next(command for command in commands if command["name"] == "games")
        assert games["integration_types"] == ([0, 1] if installable else [0])
        assert games["name_localizations"]["de"]


async def test_empty_boards_are_prerendered_on_request(conhex_world: World) -> None:
    draws_ahead: list[bool] = []
    for ahead in (True, False):
        async with offline_bot(conhex_world, draw_ahead=ahead) as bot:
            before = asyncio.all_tasks()
            bot.dispatch("shard_ready", 0)
            await wait_for(lambda: bot.is_delivery_woken, "the end of the event")
            draws_ahead.append(len(asyncio.all_tasks() - before) > 0)
    assert draws_ahead == [True, False]


async def test_connections_are_counted(conhex_world: World) -> None:
    def count(bot: OfflineBot, way: str) -> float | None:
        registry = bot.app.metrics.registry
        return registry.get_sample_value("fernpartie_gateway_connects_total", {"way": way})

    async with offline_bot(conhex_world) as bot:
        await bot.handle("shard_connect", 0)
        assert (count(bot, "identify"), count(bot, "resume")) == (1, None)
        await bot.handle("shard_resumed", 0)
        assert (count(bot, "identify"), count(bot, "resume")) == (1, 1)


async def test_shards_and_limits_are_measured_before_each_scrape(conhex_world: World) -> None:
    gate = make_gate()
    async with offline_bot(conhex_world, portal=Portal(shards=3), gate=gate.gate) as bot:
        await connect(bot)
        bot.connections[1].closed = True
        bot.connections[2].latency = 0.5
        gate.refuse(work(), 429, {"retry_after": 1.0}, **{"X-RateLimit-Scope": "shared"})
        for _ in range(2):
            gate.refuse(work(), 429, {"retry_after": 1.0, "global": True})
        for _ in range(3):
            gate.refuse(work(), 429, {"retry_after": 1.0})
        bot.app.metrics.refresh()
        value = bot.app.metrics.registry.get_sample_value
        assert value("fernpartie_gateway_shards") == 2
        latencies = [value("fernpartie_gateway_latency_seconds", {"shard": shard}) for shard in "012"]
        assert latencies == [0.25, None, 0.5]
        scopes = ("shared", "global", "user")
        assert [value("fernpartie_rate_limited_total", {"scope": scope}) for scope in scopes] == [1, 2, 3]
        assert value("fernpartie_invalid_requests") == 5, "shared limits are not our fault"


@pytest.mark.parametrize("event", ["shard_connect", "shard_resumed", "shard_disconnect"])
async def test_a_changed_connection_is_published_at_once(conhex_world: World, event: str) -> None:
    async with offline_bot(conhex_world) as bot:
        bot.leases.woken.clear()
        await bot.handle(event, 0)
        assert bot.leases.woken.is_set()


@pytest.mark.parametrize("event", [("shard_ready", 0), ("resumed",)])
async def test_a_restored_connection_wakes_the_delivery(conhex_world: World, event: tuple[Any, ...]) -> None:
    async with offline_bot(conhex_world) as bot:
        bot.wakeup.clear()
        await bot.handle(*event)
        assert bot.is_delivery_woken


async def test_signals_of_other_processes_wake_leases_and_delivery(conhex_world: World) -> None:
    receivers: list[Callable[[Signal], None]] = []

    async def listen(receive: Callable[[Signal], None]) -> None:
        receivers.append(receive)

    async with offline_bot(conhex_world, services=_services(conhex_world, listen=listen)) as bot:
        await wait_for(lambda: receivers, "the bot to listen")
        for topic, renews, delivers in (
            (Topic.SHARDS, True, False),
            (Topic.HELD, True, False),
            (Topic.NOTICES, False, True),
            (Topic.MISSED, True, True),
            (Topic.PERSON, False, False),
        ):
            bot.leases.woken.clear()
            bot.wakeup.clear()
            receivers[0](Signal(topic))
            assert (bot.leases.woken.is_set(), bot.is_delivery_woken) == (renews, delivers), topic


async def test_the_heartbeat_starts_once_the_shards_are_connected(
    conhex_world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.chat.bot.SOON", 0.0)
    heartbeat = tmp_path / "heartbeat"
    async with offline_bot(conhex_world, heartbeat_file=heartbeat) as bot:
        for _ in range(20):
            await asyncio.sleep(0)
        assert not heartbeat.exists()
        await connect(bot)
        await wait_for(heartbeat.exists, "a heartbeat")


async def test_an_unwritable_heartbeat_file_is_only_logged(
    conhex_world: World,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.chat.bot.SOON", 0.0)
    async with offline_bot(conhex_world, heartbeat_file=tmp_path / "gone" / "heartbeat") as bot:
        connection = await connect(bot)
        await wait_for(lambda: "cannot touch the heartbeat file" in caplog.text, "a line in the log")
        assert not connection.done()
