"""The program in processes that start at once: forked off one that has imported it, and killed as any other.

Run as a program it forks the bot for each line it reads, and prints the child's process id. What stands in
the line says where that child kills itself.
"""

import asyncio
import contextlib
import importlib
import os
import signal
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from itertools import count
from pathlib import Path

from bot.__main__ import main
from bot.cluster.shard_leases import ShardLeases
from bot.operations import run
from playground.server import Playground
from tests.end_to_end.bots import ROOT, BotProcess
from tests.end_to_end.forks import make_ready
from tests.end_to_end.waiting import until


@dataclass(slots=True)
class WarmBot(BotProcess):
    """The bot, started by forking."""

    fork_server: asyncio.subprocess.Process | None = None
    pid: int = 0
    kills: int = 0
    dies_after: str = ""
    """After which call the next process kills itself: module, class.method, and how many calls."""

    async def launch(self) -> None:
        """Start the bot; do not wait for anything."""
        await self.lay_tables()
        if self.fork_server is None:
            self.fork_server = await asyncio.create_subprocess_exec(
                sys.executable,
                str(Path(__file__)),
                cwd=self.directory,
                env=self.environment() | {"PYTHONPATH": str(ROOT)},
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
            )
        assert self.fork_server.stdin is not None
        assert self.fork_server.stdout is not None
        self.fork_server.stdin.write(f"{self.dies_after}\n".encode())
        self.pid = int(await self.fork_server.stdout.readline())

    async def die(self, module: str, method: str, calls: int) -> None:
        """Start it and wait until it has killed itself, right after so many calls of a method."""
        self.dies_after = f"{module} {method} {calls}"
        await self.launch()
        self.dies_after = ""

        async def dead() -> bool:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, 0)
                return False
            return not self.playground.gateway.online

        await until(dead, f"the bot to die after {method}", within=30)
        self.kills += 1
        self.pid = 0

    async def kill(self) -> None:
        """Kill it without a chance to clean up."""
        os.kill(self.pid, signal.SIGKILL)
        self.kills += 1
        self.pid = 0

        async def offline() -> bool:
            return not self.playground.gateway.online

        await until(offline, "the connection of the killed bot to end")

    async def close(self) -> None:
        """See that nothing of it is left."""
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
        if self.fork_server is not None:
            self.fork_server.kill()
            await self.fork_server.wait()


@contextlib.asynccontextmanager
async def warm_bot(playground: Playground, directory: Path, *, new: bool = False) -> AsyncIterator[WarmBot]:
    """Run the bot as processes that are killed and started again, over one database."""
    process = WarmBot(playground, directory, new=new)
    try:
        await process.start()
        yield process
    finally:
        await process.close()


def die_after(module: str, method: str, calls: int) -> None:
    """Have this process kill itself right after so many calls of a coroutine method."""
    name, attribute = method.split(".")
    kind = getattr(importlib.import_module(module), name)
    whole = getattr(kind, attribute)
    made = count(1)

    async def then_die(*args: object, **more: object) -> object:
        done = await whole(*args, **more)
        if next(made) == calls:
            os.kill(os.getpid(), signal.SIGKILL)
        return done

    setattr(kind, attribute, then_die)


def serve_forks() -> None:
    """Fork a bot for each line; each may identify itself at once, whenever another has."""
    make_ready()
    vars(run)["ShardLeases"] = partial(ShardLeases, gap=timedelta())
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        child = os.fork()
        if not child:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            if line.strip():
                module, method, calls = line.split()
                die_after(module, method, int(calls))
            os._exit(main(["run"]))
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    serve_forks()
