"""The program under systemd: in its unit's sandbox, with readiness notification and watchdog."""

import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from playground.server import Playground
from tests.end_to_end.forks import BotProcess, ForkServer, bot_process
from tests.end_to_end.tables import Table
from tests.end_to_end.waiting import until

pytestmark = pytest.mark.asyncio(loop_scope="module")

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "docs" / "fernpartie.service"
SANDBOX = ROOT / "tests" / "running" / "sandbox.py"


class Listener:
    """systemd's end of a notification socket."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
        self._socket.bind(str(path))
        self.states: list[str] = []

    async def wait_for(self, state: str, times: int = 1) -> None:
        async def has_arrived() -> bool:
            self._read()
            return self.states.count(state) >= times

        await until(has_arrived, state, within=60)

    def _read(self) -> None:
        while True:
            try:
                self.states.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return

    def close(self) -> None:
        self._socket.close()


@asynccontextmanager
async def bot_in_sandbox(
    fork_server: ForkServer, playground: Playground, folder: Path, unit: Path = UNIT
) -> AsyncIterator[tuple[BotProcess, Listener]]:
    """Yield a bot in a unit's sandbox once it has reported readiness."""
    program = (str(SANDBOX), str(unit), str(folder), sys.executable, "-m", "bot", "run")
    settings = {"NOTIFY_SOCKET": str(folder / "notify")}
    with closing(Listener(folder / "notify")) as systemd:
        async with bot_process(fork_server, playground, folder, settings, fresh=True, program=program) as bot:
            await bot.start()
            await systemd.wait_for("READY=1")
            yield bot, systemd


async def computer_answers(table: Table) -> None:
    """Play a move against the computer and wait for its answer."""
    page = (await table.anna.slash(table.channel, "practice", game="conhex", level="1", role="red")).message
    number = page.text.partition(" · #")[2].split()[0]
    await table.anna.slash(table.channel, "move", move="f6", game=f"#{number}")

    async def has_answered() -> bool:
        board = await table.anna.slash(table.channel, "board", game=f"#{number}")
        return "your turn" in board.text

    await until(has_answered, "the computer's move", within=60)


async def test_engines_move_in_the_units_sandbox(
    fork_server: ForkServer, playground: Playground, table: Table, tmp_path: Path
) -> None:
    async with bot_in_sandbox(fork_server, playground, tmp_path) as (bot, systemd):
        await computer_answers(table)
        await systemd.wait_for("WATCHDOG=1", times=3)
        status, output = await bot.stop()
    assert status == 0, output
    assert "Traceback" not in output


async def test_a_hung_loop_ends_the_process(
    fork_server: ForkServer, playground: Playground, tmp_path: Path
) -> None:
    async with bot_process(fork_server, playground, tmp_path, hangs=True) as bot:
        await bot.start()
        bot.send(signal.SIGUSR1)
        status, output = await bot.wait_until_ended()
    assert status == 1
    assert "Timeout (0:00:02)!" in output
    assert "in _hang" in output, "the logged stack shows the hanging function"
