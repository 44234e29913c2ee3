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


@dataclass(slots=True)
class AppContext:
    """A running playground with the bot in it, its database in `folder`, on the cores `of_bot`."""

    playground: Playground
    folder: Path
    of_bot: set[int]
    process: asyncio.subprocess.Process

    async def restart(self) -> None:
        """End the bot and start it again; go on when it is online."""
        await _ended(self.process)
        await _seen(self.playground, online=False)
        self.process = await _started(self.playground, self.folder, self.of_bot)
        await _seen(self.playground, online=True)

    async def figures(self) -> Figures:
        """Ask the bot's process for its figures."""
        if self.process.stdin is None or self.process.stdout is None:
            raise RuntimeError("the bot was started without a line to it")
        self.process.stdin.write(b"\n")
        async with asyncio.timeout(PATIENCE):
            said = await self.process.stdout.readline()
        return Figures(**json.loads(said))


@asynccontextmanager
async def app(folder: Path, *, pinned: bool = True) -> AsyncIterator[AppContext]:
    """Start both, the bot with the database `fernpartie.db` in `folder`; go on when the bot is online.

    With `pinned` each has cores of its own, else they share all.
    """
    free = os.sched_getaffinity(0)
    of_bot, of_playground = cores(free) if pinned else (free, free)
    os.sched_setaffinity(0, of_playground)
    try:
        async with Playground.start() as playground:
            running = AppContext(playground, folder, of_bot, await _started(playground, folder, of_bot))
            try:
                await _seen(playground, online=True)
                yield running
            finally:
                await _ended(running.process)
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


async def _seen(playground: Playground, *, online: bool) -> None:
    """Wait until the bot is online, or no longer."""
    seen = asyncio.Event()

    def notice(happening: Happening) -> None:
        if isinstance(happening, BotSeen) and happening.online is online:
            seen.set()

    playground.world.listen(notice)
    if playground.gateway.online is not online:
        async with asyncio.timeout(PATIENCE):
            await seen.wait()


async def _ended(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.send_signal(signal.SIGTERM)
    async with asyncio.timeout(PATIENCE):
        await process.communicate()
