"""The program in processes that begin at once: each is forked off one that has imported it.

Run as a program this forks, for each line it reads, a process that forks the bot and waits for its end.
"""

import asyncio
import contextlib
import importlib
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import rules
from bot.__main__ import main
from bot.chat.core.parsing.move import MoveReader
from bot.locale import Texts
from bot.operations import run
from playground.server import Playground
from render import Gallery
from tests.end_to_end.bots import ROOT, BotProcess, heed_interrupts
from tests.end_to_end.waiting import until

LATER = ("aiosqlite", "sqlalchemy.dialects.sqlite.aiosqlite")
"""What the program imports only when it has been told which database to open."""


@dataclass(slots=True)
class ForkServer:
    """What the bots are forked off; it is started with the first of them."""

    process: asyncio.subprocess.Process | None = None
    numbers: Iterator[int] = field(default_factory=count)

    async def fork(self, directory: Path, environment: dict[str, str], said: Path) -> int:
        """Fork a bot off and return its process id; what it says on standard error goes to a file."""
        if self.process is None:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                str(Path(__file__)),
                env=os.environ | {"PYTHONPATH": str(ROOT)},
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([str(directory), environment, str(said)]).encode() + b"\n")
        return int(await self.process.stdout.readline())

    async def close(self) -> None:
        if self.process is not None:
            assert self.process.stdin is not None
            self.process.stdin.close()
            await self.process.wait()


@dataclass(slots=True)
class ForkedBot(BotProcess):
    """The program itself, started by forking."""

    fork_server: ForkServer = field(default_factory=ForkServer)
    pid: int = 0
    said: Path = Path()

    async def launch(self) -> None:
        """Start the bot; do not wait for anything."""
        self.said = self.directory / f"said-{next(self.fork_server.numbers)}"
        self.said.touch()
        self.pid = await self.fork_server.fork(self.directory, self.environment(), self.said)

    async def start(self) -> None:
        """Start and wait until Discord has it online."""
        await self.launch()

        async def online() -> bool:
            assert not _end(self.said).exists(), f"the bot ended: {self.said.read_text()}"
            return self.playground.gateway.online

        await until(online, "the bot to come online", within=30)

    async def kill(self) -> None:
        """Kill it without a chance to clean up."""
        self.send(signal.SIGKILL)
        await self.ended()

        async def offline() -> bool:
            return not self.playground.gateway.online

        await until(offline, "the connection of the killed bot to end")

    async def stop(self) -> None:
        """Ask it to end, and wait for that."""
        self.send(signal.SIGTERM)
        await self.ended()

    def send(self, number: signal.Signals) -> None:
        """Send it a signal."""
        os.kill(self.pid, number)

    async def says(self, words: str) -> None:
        """Wait for a line on standard error that contains some words."""

        async def found() -> bool:
            ended = _end(self.said).exists()
            if words in self.said.read_text():
                return True
            assert not ended, f"the bot ended without saying {words!r}"
            return False

        await until(found, words, within=60)

    async def ended(self) -> tuple[int, str]:
        """Wait for its end; return the exit status and what it said on standard error."""

        async def over() -> bool:
            return _end(self.said).exists()

        await until(over, "the bot to end", within=60)
        self.pid = 0
        return int(_end(self.said).read_text()), self.said.read_text()

    async def close(self) -> None:
        """See that it is gone."""
        if self.pid and not _end(self.said).exists():
            with contextlib.suppress(ProcessLookupError):
                self.send(signal.SIGKILL)
            await self.ended()


def _end(said: Path) -> Path:
    """Return the file in which a bot's exit status stands as soon as it has ended."""
    return said.with_suffix(".status")


@contextlib.asynccontextmanager
async def fork_server() -> AsyncIterator[ForkServer]:
    """Have at hand what bots are forked off, for the length of a block."""
    here = ForkServer()
    try:
        yield here
    finally:
        await here.close()


@contextlib.asynccontextmanager
async def forked_bot(
    fork_server: ForkServer, playground: Playground, directory: Path, **settings: str
) -> AsyncIterator[ForkedBot]:
    """Have a bot at hand, not yet started, and gone after the block."""
    bot = ForkedBot(playground, directory, settings, fork_server=fork_server)
    try:
        yield bot
    finally:
        await bot.close()


def make_ready() -> None:
    """Make what every bot makes at its start, and none changes, before one is forked off."""
    for module in LATER:
        importlib.import_module(module)
    gallery, reader = Gallery(), MoveReader.of(rules.GAMES, Texts.load())
    vars(run)["Gallery"] = lambda: gallery
    vars(run)["MoveReader"] = SimpleNamespace(of=lambda *_: reader)


def serve_forks() -> int:
    """Fork a bot for each line; return its exit status in its own process, else 0."""
    make_ready()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while line := sys.stdin.readline():
        if not os.fork():
            directory, environment, said = json.loads(line)
            # The bot goes on in here; its parent waits for it.
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            if child := os.fork():
                sys.stdout.write(f"{child}\n")
                sys.stdout.flush()
                _tell(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), Path(said))
                os._exit(0)
            heed_interrupts()
            os.chdir(directory)
            os.environ.clear()
            os.environ.update(environment)
            with Path(said).open("wb") as file:
                os.dup2(file.fileno(), sys.stderr.fileno())
            os.dup2(os.open(os.devnull, os.O_RDWR), sys.stdout.fileno())
            return main(["run"])
    return 0


def _tell(status: int, said: Path) -> None:
    """Write an exit status where it is waited for, all at once."""
    new = said.with_suffix(".new")
    new.write_text(str(status))
    new.rename(_end(said))


if __name__ == "__main__":
    sys.exit(serve_forks())
