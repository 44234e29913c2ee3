"""A playground in this process and a bot in another one, on separate cores if there are two."""

import asyncio
import contextlib
import json
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from playground.rest.rate_limits import UNLIMITED, LimitSettings
from playground.server import Playground
from playground.values.events import BotSeen, WorldEvent

OURS, FLOOR = "bench.stage.bot", "bench.stage.floor_bot"
"""The modules that run as a bot: Fernpartie, and a minimal bot for moves."""

PYTHON = os.environ.get("BENCH_PYTHON", sys.executable)
"""The interpreter that runs the bot, for example from an environment with only a bot owner's packages."""

FREE = frozenset(os.sched_getaffinity(0))
"""The cores available before any bot was started."""

TIMEOUT = 60.0
MAX_LINE_BYTES = 2**24
POLL_INTERVAL, IDLE = 1.0, 0.02
"""A process is idle if it uses less of a core than `IDLE` for `POLL_INTERVAL` seconds."""

CPU_CLOCK = 2
"""The clock of a process that counts the CPU of all its threads (Linux: `CPUCLOCK_SCHED`)."""


@dataclass(frozen=True, slots=True)
class BotFigures:
    """Figures of the bot's process: bytes of memory, milliseconds of lateness per sample."""

    memory: int
    late: Sequence[float]


@dataclass(slots=True)
class RunningBot:
    """A running playground with a bot, its files in `folder`, on the cores `of_bot`.

    `settings` override the defaults.
    """

    playground: Playground
    folder: Path
    of_bot: set[int]
    module: str
    process: asyncio.subprocess.Process
    settings: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    async def start(cls, playground: Playground, folder: Path, settings: Mapping[str, str]) -> Self:
        """Start Fernpartie beside other bots in the playground, on any core; returns before it is online."""
        process = await _start(playground, folder, set(FREE), OURS, settings)
        return cls(playground, folder, set(FREE), OURS, process, settings)

    async def end(self) -> None:
        """End the bot and wait for its exit."""
        await _wait_for_end(self.process)

    async def restart(self) -> None:
        """Restart the bot; return when it is online."""
        await self.end()
        await _wait_online(self.playground, online=False)
        self.process = await _start(self.playground, self.folder, self.of_bot, self.module, self.settings)
        await _wait_online(self.playground, online=True)

    async def figures(self, *, watch: bool = False) -> BotFigures:
        """Return Fernpartie's figures since the last call; `watch` turns sampling on, else it is off."""
        if self.process.stdin is None or self.process.stdout is None:
            raise RuntimeError("the bot was started without a line to it")
        self.process.stdin.write(b"watch\n" if watch else b"rest\n")
        async with asyncio.timeout(TIMEOUT):
            line = await self.process.stdout.readline()
        return BotFigures(**json.loads(line))

    async def settle(self) -> None:
        """Wait for the end of the bot's background work, such as pre-drawing boards."""
        async with asyncio.timeout(TIMEOUT):
            spent, before = self.cpu(), -1.0
            while spent - before > IDLE * POLL_INTERVAL:
                await asyncio.sleep(POLL_INTERVAL)
                spent, before = self.cpu(), spent

    def cpu(self) -> float:
        """Return the CPU seconds of all the bot's threads and processes, measured from outside."""
        return cpu_of(self.process.pid)


@asynccontextmanager
async def running_bot(
    folder: Path,
    module: str = OURS,
    *,
    settings: Mapping[str, str] | None = None,
    limits: LimitSettings = UNLIMITED,
) -> AsyncIterator[RunningBot]:
    """Start a playground and a bot with its files in `folder`; yield when the bot is online.

    They use separate cores. `limits` are the playground's limits.
    """
    before = os.sched_getaffinity(0)
    of_bot, of_playground = cores(FREE)
    os.sched_setaffinity(0, of_playground)
    try:
        async with Playground.start(limits=limits) as playground:
            process = await _start(playground, folder, of_bot, module, settings or {})
            running = RunningBot(playground, folder, of_bot, module, process, settings or {})
            try:
                await _wait_online(playground, online=True)
                yield running
            finally:
                await _wait_for_end(running.process)
    finally:
        os.sched_setaffinity(0, before)


def cores(free: Collection[int]) -> tuple[set[int], set[int]]:
    """Return the core of the bot, and the other free cores for the playground."""
    first, *others = sorted(free)
    return {first}, set(others) or {first}


def cpu_of(process: int) -> float:
    """Return the CPU seconds of a process and its descendants that are still running."""
    cpu_seconds = 0.0
    for member in _family(process):
        with contextlib.suppress(OSError):
            cpu_seconds += time.clock_gettime(~member << 3 | CPU_CLOCK)
    return cpu_seconds


def _family(process: int) -> list[int]:
    """Return a process and its running descendants."""
    children: list[int] = []
    # Ignore a process that has ended meanwhile.
    with contextlib.suppress(OSError):
        for thread in Path(f"/proc/{process}/task").iterdir():
            children += map(int, (thread / "children").read_text("ascii").split())
    return [process, *(member for child in children for member in _family(child))]


async def _start(
    playground: Playground, folder: Path, of_bot: set[int], module: str, settings: Mapping[str, str]
) -> asyncio.subprocess.Process:
    usual = {
        "FERNPARTIE_TOKEN": playground.token,
        "FERNPARTIE_API_URL": playground.api_url,
        "FERNPARTIE_GATEWAY_URL": playground.gateway_url,
        "FERNPARTIE_REQUESTS_PER_SECOND": str(UNLIMITED.per_second),
        "FERNPARTIE_DATABASE_URL": f"sqlite:///{folder / 'fernpartie.db'}",
        "FLOOR_FOLDER": str(folder),
    }
    with (folder / "bot.log").open("ab") as log:
        process = await asyncio.create_subprocess_exec(
            PYTHON,
            "-m",
            module,
            env=os.environ | usual | dict(settings),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=log,
            limit=MAX_LINE_BYTES,
        )
    # Threads created from now on inherit this.
    os.sched_setaffinity(process.pid, of_bot)
    return process


async def _wait_online(playground: Playground, *, online: bool) -> None:
    """Wait until the bot is online, or offline."""
    signal = asyncio.Event()

    def notice(event: WorldEvent) -> None:
        if isinstance(event, BotSeen) and event.online is online:
            signal.set()

    playground.world.listen(notice)
    if playground.gateway.online is not online:
        async with asyncio.timeout(TIMEOUT):
            await signal.wait()


async def _wait_for_end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.send_signal(signal.SIGTERM)
    async with asyncio.timeout(TIMEOUT):
        await process.communicate()
