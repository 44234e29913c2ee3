"""The program in processes that start at once: forked off one that has imported it, and killed as any other.

Run as a program it forks the bot for each line it reads, and prints the child's process id.
"""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path

from bot.__main__ import main
from bot.cluster.shard_leases import ShardLeases
from bot.locale import Texts
from bot.operations import run
from playground.server import Playground
from tests.end_to_end.bots import ROOT, BotProcess
from tests.end_to_end.waiting import until


@dataclass(slots=True)
class WarmBot(BotProcess):
    """The bot, started by forking."""

    nursery: asyncio.subprocess.Process | None = None
    pid: int = 0
    kills: int = 0

    async def launch(self) -> None:
        """Start the bot; do not wait for anything."""
        if self.nursery is None:
            self.nursery = await asyncio.create_subprocess_exec(
                sys.executable,
                str(Path(__file__)),
                cwd=self.directory,
                env=self.environment() | {"PYTHONPATH": str(ROOT)},
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
            )
        assert self.nursery.stdin is not None
        assert self.nursery.stdout is not None
        self.nursery.stdin.write(b"\n")
        self.pid = int(await self.nursery.stdout.readline())

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
        if self.nursery is not None:
            self.nursery.kill()
            await self.nursery.wait()


@contextlib.asynccontextmanager
async def warm_bot(playground: Playground, directory: Path) -> AsyncIterator[WarmBot]:
    """Run the bot as processes that are killed and started again, over one database."""
    process = WarmBot(playground, directory)
    try:
        await process.start()
        yield process
    finally:
        await process.close()


def nurse() -> None:
    """Fork a bot for each line, the texts read; each may identify itself at once, whenever another has."""
    Texts.load()
    run.ShardLeases = partial(ShardLeases, gap=timedelta())  # type: ignore[misc,assignment]
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for _ in sys.stdin:
        child = os.fork()
        if not child:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os._exit(main(["run"]))
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    nurse()
