"""The demo: the playground with the unmodified bot, on this machine only."""

import asyncio
import errno
import os
import signal
import socket
import sqlite3
import sys
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path

from playground.server import Playground
from playground.values.events import BotSeen, WorldEvent
from playground.values.settings import STRICT, Strictness
from playground.world.seed import add_demo_roles, make_anna_owner

BOT = (sys.executable, "-m", "bot", "run")
PORTS_TRIED = 50
SECRET = "playground-not-a-secret"  # noqa: S105
STOP_SECONDS = 8.0
LATE_SECONDS = 30.0
RESTARTS, RESTART_WINDOW = 5, 60.0
WRONG_SETTINGS = 2
REAL_BOT_VARIABLES = (
    "FERNPARTIE_TOKEN_FILE",
    "FERNPARTIE_DATABASE_URL_FILE",
    "FERNPARTIE_SHARDS",
    "FERNPARTIE_METRICS",
    "FERNPARTIE_HEALTH_FILE",
    "FERNPARTIE_CLIENT_SECRET_FILE",
    "FERNPARTIE_WEB_PROXIES",
)
"""Settings of a real bot: its secrets, its share of the work, its monitoring."""


class DemoError(Exception):
    """The demo cannot start or continue; the message is one line for the terminal."""


class Demo:
    """A run of the demo. `say` prints a line; `command` starts the bot."""

    def __init__(
        self,
        *,
        port: int,
        data: Path,
        say: Callable[[str], None],
        command: Sequence[str] = BOT,
        strictness: Strictness = STRICT,
        community: bool = False,
    ) -> None:
        self._port = port
        self._data = data.resolve()
        self._say = say
        self._command = command
        self._strictness = strictness
        self._community = community
        self._restarts: deque[float] = deque()
        self._web = _web_address()

    async def run(self, stop: asyncio.Event) -> None:
        """Serve and keep the bot running until `stop` is set; raise DemoError if that is impossible."""
        self._data.mkdir(parents=True, exist_ok=True)
        with _alone(self._data / "lock.db", self._address):
            async with AsyncExitStack() as stack:
                playground = await self._serve(stack)
                self._address.write_text(playground.url)
                stack.callback(self._address.unlink, missing_ok=True)
                online = asyncio.Event()

                def notice(event: WorldEvent) -> None:
                    if isinstance(event, BotSeen) and event.online:
                        online.set()

                playground.world.listen(notice)
                greeting = asyncio.create_task(self._greet(playground, online))
                try:
                    await self._keep_alive(playground, stop)
                finally:
                    greeting.cancel()
                    await asyncio.gather(greeting, return_exceptions=True)

    async def _serve(self, stack: AsyncExitStack) -> Playground:
        world = self._data / "playground.db"
        for port in range(self._port, min(self._port + PORTS_TRIED, 65536)):
            try:
                playground = await stack.enter_async_context(
                    Playground.start(
                        port=port, world=world, strictness=self._strictness, community=self._community
                    )
                )
            except OSError as error:
                if error.errno not in {errno.EADDRINUSE, errno.EACCES}:
                    raise
            else:
                make_anna_owner(playground.world)
                add_demo_roles(playground.world)
                playground.world.application = playground.world.application.apply(
                    {"activities": True, "client_secret": SECRET, "activity_target": self._web}
                )
                return playground
        raise DemoError(f"no free port from {self._port} on")

    async def _greet(self, playground: Playground, online: asyncio.Event) -> None:
        try:
            async with asyncio.timeout(LATE_SECONDS):
                await online.wait()
        except TimeoutError:
            self._say(f"The bot is not online yet; its log is {self._log}. Still waiting.")
            await online.wait()
        self._say(f"Fernpartie is ready: {playground.url}")
        self._say("You are Anna there; the page leads to Ben in a second tab.")
        self._say("This is a local playground on your machine, not Discord. Ctrl-C ends it.")

    @property
    def _address(self) -> Path:
        return self._data / "address"

    @property
    def _log(self) -> Path:
        return self._data / "bot.log"

    async def _keep_alive(self, playground: Playground, stop: asyncio.Event) -> None:
        self._log.write_bytes(b"")
        while not stop.is_set():
            async with self._bot(playground) as process:
                end = asyncio.create_task(process.wait())
                stopping = asyncio.create_task(stop.wait())
                await asyncio.wait((end, stopping), return_when=asyncio.FIRST_COMPLETED)
                stopping.cancel()
                if stop.is_set():
                    await _end(process)
                status = await end
            if not stop.is_set():
                self._count_restart(status)
                with suppress(TimeoutError):
                    async with asyncio.timeout(1):
                        await stop.wait()

    def _count_restart(self, status: int) -> None:
        now = asyncio.get_running_loop().time()
        self._restarts.append(now)
        while now - self._restarts[0] > RESTART_WINDOW:
            self._restarts.popleft()
        if status == WRONG_SETTINGS or len(self._restarts) > RESTARTS:
            raise DemoError(f"the bot stopped with status {status}: {self._last_words()} (log: {self._log})")
        self._say(f"The bot stopped with status {status} (log: {self._log}); starting it again.")

    def _last_words(self) -> str:
        lines = self._log.read_text(errors="replace").strip().splitlines()
        return lines[-1] if lines else "it said nothing"

    @asynccontextmanager
    async def _bot(self, playground: Playground) -> AsyncIterator[asyncio.subprocess.Process]:
        environment = os.environ | {
            "FERNPARTIE_TOKEN": playground.token,
            "FERNPARTIE_API_URL": playground.api_url,
            "FERNPARTIE_GATEWAY_URL": playground.gateway_url,
            "FERNPARTIE_DATABASE_URL": f"sqlite:///{(self._data / 'fernpartie.db').as_posix()}",
            # The page also serves as the playground's Activity.
            "FERNPARTIE_WEB": self._web,
            "FERNPARTIE_WEB_URL": f"http://{self._web}",
            "FERNPARTIE_CLIENT_SECRET": SECRET,
            # These may be set for the real bot, in the environment or in `.env`.
            **dict.fromkeys(REAL_BOT_VARIABLES, ""),
        }
        with self._log.open("ab") as log:
            # A separate session: Ctrl-C reaches only the demo, which then stops the bot cleanly.
            process = await asyncio.create_subprocess_exec(
                *self._command,
                env=environment,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        try:
            yield process
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()


async def _end(process: asyncio.subprocess.Process) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(ProcessLookupError):
            process.send_signal(number)
        with suppress(TimeoutError):
            async with asyncio.timeout(STOP_SECONDS / 2):
                await process.wait()
                return
    with suppress(ProcessLookupError):
        process.kill()


def _web_address() -> str:
    """Return an address for the bot's web page, with a free port of this machine."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{probe.getsockname()[1]}"


@contextmanager
def _alone(path: Path, address: Path) -> Iterator[None]:
    """Hold a lock file during the block; raise DemoError with the holder's address if it is taken."""
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as database:
        try:
            database.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            where = address.read_text() if address.exists() else "not up yet"
            raise DemoError(f"another demo uses this directory already: {where}") from None
        yield
        database.execute("ROLLBACK")


def demo(
    *,
    port: int,
    data: Path,
    say: Callable[[str], None],
    command: Sequence[str] = BOT,
    strictness: Strictness = STRICT,
    community: bool = False,
) -> None:
    """Run the demo until SIGINT, SIGTERM or SIGHUP; raise DemoError when it cannot continue."""

    async def run() -> None:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, stop.set)
        await Demo(
            port=port, data=data, say=say, command=command, strictness=strictness, community=community
        ).run(stop)

    asyncio.run(run())
