"""Several processes of one bot over a private PostgreSQL, with a sharded playground."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bench.stage.fork_server import LEASE
from playground.gateway.sharding import Sharding
from playground.rest.rate_limits import ROOMY
from playground.server import Playground

TIMEOUT = 60.0
ROOT = Path(__file__).parents[2]
_POLL_INTERVAL = 0.05


@dataclass(slots=True)
class ForkServer:
    """The process from which all others are forked."""

    process: asyncio.subprocess.Process
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def fork(self, settings: Mapping[str, str], log: Path) -> int:
        """Start a process; return its id."""
        if self.process.stdin is None or self.process.stdout is None:
            raise RuntimeError("the fork server was started without a line to it")
        async with self._turn:
            self.process.stdin.write(json.dumps({"settings": settings, "log": str(log)}).encode() + b"\n")
            return int(await self.process.stdout.readline())


@dataclass(slots=True)
class BenchMember:
    """A process of the bot with its supervisor, which restarts it after an exit."""

    fork_server: ForkServer
    settings: Mapping[str, str]
    log: Path
    pid: int = 0
    starts: int = 0
    _restarts: bool = False
    _watch: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start the process, and restart it whenever it ends."""
        self._restarts = True
        await self._begin()
        self._watch = asyncio.create_task(self._supervise())

    def kill(self) -> bool:
        """Kill the process (SIGKILL), to be restarted. Return whether there was a process."""
        return self._send(signal.SIGKILL)

    def stop(self) -> None:
        """Suspend the process (SIGSTOP), as if its machine were swapping."""
        self._send(signal.SIGSTOP)

    def resume(self) -> None:
        """Continue the process (SIGCONT)."""
        self._send(signal.SIGCONT)

    def jump(self) -> bool:
        """Make the process's clock jump by some seconds. Return whether there was a process."""
        return self._send(signal.SIGUSR1)

    def terminate(self) -> bool:
        """Ask the process to end, to be restarted. Return whether there was a process."""
        return self._send(signal.SIGTERM)

    async def end(self, *, within: float = TIMEOUT) -> None:
        """Ask the process to end, wait for its exit, and do not restart it."""
        self._restarts = False
        self.terminate()
        self.resume()
        if self._watch is not None:
            try:
                async with asyncio.timeout(within):
                    await asyncio.shield(self._watch)
            except TimeoutError:
                self.kill()
                await self._watch
                raise

    async def _begin(self) -> None:
        self.pid = await self.fork_server.fork(self.settings, self.log)
        self.starts += 1

    async def _supervise(self) -> None:
        while True:
            await _wait_for_end(self.pid)
            self.pid = 0
            if not self._restarts:
                return
            await self._begin()

    def _send(self, number: signal.Signals) -> bool:
        # Between an exit and the restart there is no process.
        if not self.pid:
            return False
        try:
            os.kill(self.pid, number)
        except ProcessLookupError:
            return False
        return True


@dataclass(slots=True)
class Cluster:
    """The running processes and their playground."""

    playground: Playground
    database_url: str
    members: Sequence[BenchMember]
    shards: int

    async def settle(self, *, within: float = TIMEOUT) -> None:
        """Wait until each shard is connected exactly once."""
        plan = [(number, self.shards) for number in range(self.shards)]
        async with asyncio.timeout(within):
            while True:
                if self.playground.gateway.connected_shards == plan:
                    return
                await asyncio.sleep(_POLL_INTERVAL)

    def output_lines(self) -> Iterable[str]:
        """Yield all output lines of the processes."""
        for member in self.members:
            if member.log.exists():
                yield from member.log.read_text(encoding="utf-8", errors="replace").splitlines()


@asynccontextmanager
async def cluster(
    folder: Path,
    database_url: str,
    *,
    processes: int = 4,
    shards: int = 8,
    lease: float | None = None,
    settings: Mapping[str, str] | None = None,
) -> AsyncIterator[Cluster]:
    """Run `processes` that share the shards; yield when all shards are connected.

    `lease` is in seconds, None for the default.
    """
    sharding = Sharding(shards=shards, max_concurrency=shards, starts=10**9)
    async with Playground.start(sharding=sharding, limits=ROOMY) as playground:
        environment = {
            "FERNPARTIE_TOKEN": playground.token,
            "FERNPARTIE_API_URL": playground.api_url,
            "FERNPARTIE_GATEWAY_URL": playground.gateway_url,
            "FERNPARTIE_DATABASE_URL": database_url,
            "FERNPARTIE_SHARDS": "auto",
            "FERNPARTIE_DRAW_AHEAD": "false",
            "PYTHONPATH": str(ROOT),
        }
        environment |= {} if lease is None else {LEASE: str(lease)}
        fork_server = await _fork_server(folder, environment | dict(settings or {}))
        members = [BenchMember(fork_server, {}, folder / f"bot-{number}.log") for number in range(processes)]
        running = Cluster(playground, database_url, members, shards)
        try:
            for member in members:
                await member.start()
            await running.settle()
            yield running
        finally:
            ends = [member.end() for member in members]
            results = await asyncio.gather(*ends, return_exceptions=True)
            fork_server.process.kill()
            await fork_server.process.wait()
            for problem in filter(None, results):
                raise problem


async def _fork_server(folder: Path, settings: Mapping[str, str]) -> ForkServer:
    environment = {key: value for key, value in os.environ.items() if not key.startswith("FERNPARTIE_")}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bench.stage.fork_server",
        cwd=folder,
        env=environment | dict(settings),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    return ForkServer(process)


async def _wait_for_end(pid: int) -> None:
    """Wait for the exit of a process that is not a child of this one."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    event = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_reader(descriptor, event.set)
    try:
        await event.wait()
    finally:
        loop.remove_reader(descriptor)
        os.close(descriptor)
