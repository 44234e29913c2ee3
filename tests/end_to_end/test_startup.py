"""Start and stop of the program itself."""

import asyncio
import signal
import sqlite3
from pathlib import Path

import pytest

from playground.server import Playground
from tests.end_to_end.forks import BotProcess, ForkServer, bot_process
from tests.end_to_end.waiting import until

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def check_refused_setting(bot: BotProcess, variable: str, expected: int = 2) -> str:
    """Start the program; check that it ends with a status and one line naming a variable."""
    await bot.launch()
    status, output = await bot.wait_until_ended()
    assert status == expected, output
    assert "Traceback" not in output
    lines = [line for line in output.splitlines() if "FERNPARTIE_" in line]
    assert len(lines) == 1, output
    assert lines[0].startswith(f"{variable}: ")
    assert output.splitlines()[-1] == lines[0]
    return lines[0]


async def test_a_wrong_token_is_refused(
    fork_server: ForkServer, playground: Playground, tmp_path: Path
) -> None:
    async with bot_process(fork_server, playground, tmp_path, {"FERNPARTIE_TOKEN": "wrong"}) as bot:
        assert "wrong" not in await check_refused_setting(bot, "FERNPARTIE_TOKEN")


async def check_refused_token(bot: BotProcess) -> None:
    """Wait for the end with status 2 and a last line naming the token."""
    status, output = await bot.wait_until_ended()
    assert status == 2, output
    assert "Traceback" not in output
    assert output.splitlines()[-1].startswith("FERNPARTIE_TOKEN: ")


@pytest.mark.assumes("token-reset")
async def test_a_token_reset_at_runtime_stops_the_bot(
    fork_server: ForkServer, playground: Playground, tmp_path: Path
) -> None:
    async with bot_process(fork_server, playground, tmp_path, new=True) as bot:
        # The first request of each login fetches the bot's user; then the bot introduces itself on each
        # server.
        playground.faults.order({"fault": "status", "status": 401, "path": "/users/@me$", "skip": 1})
        playground.faults.order({"fault": "status", "status": 401, "path": "/channels/", "times": 100})
        await bot.launch()
        await check_refused_token(bot)
        playground.faults.clear()
        refused = [
            request
            for request in playground.journal.since(0)
            if request.status == 401 and "/channels/" in request.path
        ]
        assert len(refused) <= 2, "no request follows those already in progress"


@pytest.mark.assumes("token-reset")
async def test_a_connection_closed_by_a_token_reset_stops_the_bot(
    fork_server: ForkServer, playground: Playground, tmp_path: Path
) -> None:
    async with bot_process(fork_server, playground, tmp_path) as bot:
        await bot.start()
        await playground.gateway.close_all(4004)
        await check_refused_token(bot)


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("FERNPARTIE_DATABASE_URL", "mysql://localhost/fernpartie"),
        ("FERNPARTIE_DATABASE_URL", "sqlite:////no/such/directory/fernpartie.db"),
        ("FERNPARTIE_LOG_FORMAT", "xml"),
    ],
)
async def test_a_wrong_setting_is_refused(
    fork_server: ForkServer, playground: Playground, tmp_path: Path, variable: str, value: str
) -> None:
    async with bot_process(fork_server, playground, tmp_path, {variable: value}) as bot:
        await check_refused_setting(bot, variable)


async def test_an_unreachable_database_exits_with_one(
    fork_server: ForkServer, playground: Playground, tmp_path: Path
) -> None:
    unreachable = {"FERNPARTIE_DATABASE_URL": "postgresql://127.0.0.1:1/fernpartie"}
    async with bot_process(fork_server, playground, tmp_path, unreachable) as bot:
        await check_refused_setting(bot, "FERNPARTIE_DATABASE_URL", 1)


async def test_a_forbidden_connection_exits_with_one_line(
    fork_server: ForkServer, playground: Playground, tmp_path: Path
) -> None:
    async with bot_process(fork_server, playground, tmp_path, {"FERNPARTIE_SHARDS": "0/1"}) as bot:
        await bot.start()
        await playground.gateway.close_all(4011)
        status, output = await bot.wait_until_ended()
    assert status == 2
    assert "Traceback" not in output
    assert output.splitlines()[-1].startswith("FERNPARTIE_SHARDS: a shard would have to hold more servers")


async def test_a_locked_database_exits_with_one_line(
    fork_server: ForkServer, playground: Playground, tmp_path: Path
) -> None:
    async with bot_process(fork_server, playground, tmp_path, new=True, hasty=True) as bot:
        await bot.start()
        await bot.stop()
        with sqlite3.connect(tmp_path / "fernpartie.db", isolation_level=None) as other:
            other.execute("BEGIN EXCLUSIVE")
            line = await check_refused_setting(bot, "FERNPARTIE_DATABASE_URL", 1)
            assert "locked" in line
            other.execute("ROLLBACK")
        other.close()
        assert (tmp_path / "fernpartie.db").stat().st_mode & 0o777 == 0o600


async def test_a_file_that_is_no_database_is_refused_untouched(
    fork_server: ForkServer, playground: Playground, tmp_path: Path
) -> None:
    file = tmp_path / "fernpartie.db"
    file.write_bytes(b"Dear diary, " * 400)
    async with bot_process(fork_server, playground, tmp_path) as bot:
        await check_refused_setting(bot, "FERNPARTIE_DATABASE_URL", 1)
    assert file.read_bytes() == b"Dear diary, " * 400


async def test_the_bot_waits_for_discord(
    fork_server: ForkServer, playground: Playground, tmp_path: Path, free_port: int
) -> None:
    addresses = {
        "FERNPARTIE_API_URL": f"http://127.0.0.1:{free_port}/api/v10",
        "FERNPARTIE_GATEWAY_URL": f"ws://127.0.0.1:{free_port}/gateway/",
    }
    async with bot_process(fork_server, playground, tmp_path, addresses, hasty=True) as bot:
        await bot.launch()
        await bot.wait_for_output("Cannot connect")
        async with Playground.start(port=free_port) as late:

            async def is_online() -> bool:
                return late.gateway.online

            await until(is_online, "the bot to come online", within=40)
            await bot.stop()


async def test_the_bot_recovers_from_failures_at_startup(fork_server: ForkServer, tmp_path: Path) -> None:
    async with (
        Playground.start() as playground,
        bot_process(fork_server, playground, tmp_path, hasty=True) as bot,
    ):
        for path in ("/users/@me$", "/commands$", "/gateway/bot$"):
            playground.faults.order({"path": path, "fault": "status", "status": 503})
        await bot.start()
        assert playground.faults.waiting() == []
        await bot.stop()


async def test_a_signal_stops_the_bot_at_once(
    fork_server: ForkServer, playground: Playground, tmp_path: Path
) -> None:
    async with bot_process(fork_server, playground, tmp_path) as bot:
        await bot.start()
        bot.send(signal.SIGTERM)
        async with asyncio.timeout(5):
            status, output = await bot.wait_until_ended()
        assert status == 0, output
        assert "Traceback" not in output
        assert not playground.gateway.online


async def test_a_running_bot_writes_its_heartbeat_file(
    fork_server: ForkServer, playground: Playground, tmp_path: Path
) -> None:
    file = tmp_path / "alive"
    async with bot_process(fork_server, playground, tmp_path, {"FERNPARTIE_HEALTH_FILE": str(file)}) as bot:
        await bot.start()

        async def beats() -> bool:
            return file.exists()

        await until(beats, "a heartbeat")
