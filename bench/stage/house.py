"""A playground in this process and the bot in one of its own, on separate cores where there are two."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from playground.happenings import BotSeen, Happening
from playground.server import Playground

PATIENCE = 60.0
LONGEST_LINE = 2**24


@dataclass(frozen=True, slots=True)
class Figures:
    """Seconds of CPU since the start, bytes of memory, milliseconds of lateness look by look."""

    cpu: float
    memory: int
    late: Sequence[float]


@dataclass(frozen=True, slots=True)
class House:
    """A running playground with the bot in it."""

    playground: Playground
    process: asyncio.subprocess.Process

    async def figures(self) -> Figures:
        """Ask the bot's process for its figures."""
        if self.process.stdin is None or self.process.stdout is None:
            raise RuntimeError("the bot was started without a line to it")
        self.process.stdin.write(b"\n")
        async with asyncio.timeout(PATIENCE):
            said = await self.process.stdout.readline()
        return Figures(**json.loads(said))


@asynccontextmanager
async def house(folder: Path) -> AsyncIterator[House]:
    """Start both, the bot with the database `fernpartie.db` in `folder`; go on when the bot is online."""
    free = os.sched_getaffinity(0)
    of_bot, of_playground = cores(free)
    os.sched_setaffinity(0, of_playground)
    try:
        async with Playground.start() as playground:
            process = await _started(playground, folder, of_bot)
            try:
                await _online(playground)
                yield House(playground, process)
            finally:
                await _ended(process)
    finally:
        os.sched_setaffinity(0, free)


def cores(free: set[int]) -> tuple[set[int], set[int]]:
    """Return the cores of the bot, one, and those of the playground, out of all that are free."""
    first, *others = sorted(free)
    return {first}, set(others) or {first}


async def _started(playground: Playground, folder: Path, of_bot: set[int]) -> asyncio.subprocess.Process:
    settings = {
        "FERNPARTIE_TOKEN": playground.token,
        "FERNPARTIE_API_URL": playground.api_url,
        "FERNPARTIE_GATEWAY_URL": playground.gateway_url,
        "FERNPARTIE_DATABASE_URL": f"sqlite:///{folder / 'fernpartie.db'}",
    }
    with (folder / "bot.log").open("ab") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bench.stage.bot",
            env=os.environ | settings,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=log,
            limit=LONGEST_LINE,
        )
    # Threads made from now on inherit this.
    os.sched_setaffinity(process.pid, of_bot)
    return process


async def _online(playground: Playground) -> None:
    online = asyncio.Event()

    def notice(happening: Happening) -> None:
        if isinstance(happening, BotSeen) and happening.online:
            online.set()

    playground.world.listen(notice)
    if not playground.gateway.online:
        async with asyncio.timeout(PATIENCE):
            await online.wait()


async def _ended(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.send_signal(signal.SIGTERM)
    async with asyncio.timeout(PATIENCE):
        await process.communicate()
