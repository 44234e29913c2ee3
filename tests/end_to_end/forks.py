"""The program in quickly started processes, forked from a process that has already imported it.

Run as a program, this module forks once per input line; the fork forks the bot and waits for its end.
"""

import asyncio
import contextlib
import ctypes
import gc
import importlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from functools import partial
from itertools import count
from pathlib import Path
from threading import Lock
from types import MappingProxyType, ModuleType, SimpleNamespace

import tenacity

import rules
from bot.__main__ import main
from bot.chat import bot
from bot.chat.core.failures import outages
from bot.chat.core.parsing.move import MoveReader
from bot.chat.core.pictures import PUBLIC_THEME
from bot.chat.gateway.piece_emojis import piece_emojis
from bot.chat.parts.new_game import sheet
from bot.features.engines.service import facade as engines
from bot.features.puzzles.domain.puzzles import set_puzzles
from bot.features.puzzles.service import puzzles as puzzle_service
from bot.locale import LANGUAGES, Texts
from bot.operations import run
from data.connections import engines as connections
from playground.server import Playground
from tests.end_to_end.bots import ROOT, database_with_tables
from tests.end_to_end.waiting import until
from tests.galleries import DRAWN_GALLERY

LATER = ("aiosqlite", "sqlalchemy.dialects.sqlite.aiosqlite")
"""Modules that the program imports only once it knows its database."""
BOARDS: tuple[tuple[str, Mapping[str, str]], ...] = (
    ("conhex", {"swap": "off"}),
    ("conhex", {}),
    ("hnefatafl", {"board": "brandubh-7"}),
)
"""The boards of most tests, drawn in advance because each board's first picture is slow."""
PROGRAM = ("-m", "bot", "run")


@dataclass(frozen=True, slots=True)
class Fork:
    """The parameters of a forked process: its folder, environment, output file and variations.

    `fresh` starts it like an owner, with a fresh Python and `program` as its command line. `arguments` are
    passed to the program; the output of operations other than `run` also goes to the file. A `new` bot
    welcomes its servers with pictures of all boards. `dies_after` is the module, class.method and number of
    calls after which it kills itself. A `hasty` bot may identify immediately after another, retries Discord
    immediately, waits half a second for a locked file, and looks every half second for engine turns that are
    a second old. A bot that `hangs` holds the interpreter at SIGUSR1, under a two-second watch.
    """

    directory: str
    environment: Mapping[str, str]
    output: str
    fresh: bool = False
    hasty: bool = False
    dies_after: tuple[str, str, int] | None = None
    program: tuple[str, ...] = PROGRAM
    arguments: tuple[str, ...] = ("run",)
    new: bool = False
    hangs: bool = False


class ForkServer:
    """The process that forks the bots, started on the first fork."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._one_at_a_time = Lock()

    async def fork(self, fork: Fork) -> int:
        """Fork a bot and return its process id."""
        return await asyncio.to_thread(self._fork, json.dumps(asdict(fork)))

    def close(self) -> None:
        """End the server; forked processes continue."""
        if self._process is not None:
            self._process.communicate()

    def _fork(self, line: str) -> int:
        with self._one_at_a_time:
            if self._process is None:
                self._process = subprocess.Popen(
                    [sys.executable, str(Path(__file__))],
                    env=os.environ | {"PYTHONPATH": str(ROOT)},
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()
            return int(self._process.stdout.readline())


@dataclass(slots=True)
class BotProcess:
    """The program in successive processes over one database."""

    fork_server: ForkServer
    playground: Playground
    directory: Path
    settings: Mapping[str, str] = field(default_factory=dict)
    new: bool = False
    """Whether it starts without a database; otherwise with one that has tables and no servers to welcome."""
    fresh: bool = False
    """Whether it is started like an owner does, which takes seconds."""
    hasty: bool = False
    """Whether waits of seconds are shortened, see `Fork`."""
    program: tuple[str, ...] = PROGRAM
    """The command line for Python if started `fresh`."""
    hangs: bool = False
    """Whether its loop hangs at SIGUSR1."""
    pid: int = 0
    kills: int = 0
    _starts: int = 0
    _output: Path = Path()

    async def launch(
        self, dies_after: tuple[str, str, int] | None = None, arguments: tuple[str, ...] = ("run",)
    ) -> None:
        """Start the program without waiting."""
        file = self.directory / "fernpartie.db"
        if not self.new and not file.exists():
            file.write_bytes(await database_with_tables(welcomes=False))
        self._starts += 1
        self._output = self.directory / f"output-{id(self)}-{self._starts}"
        self._output.touch()
        fork = Fork(
            str(self.directory),
            self.environment(),
            str(self._output),
            self.fresh,
            self.hasty,
            dies_after,
            self.program,
            arguments,
            self.new,
            self.hangs,
        )
        self.pid = await self.fork_server.fork(fork)

    async def start(self) -> None:
        """Start the program and wait until Discord shows it online."""
        await self.launch()

        async def online() -> bool:
            assert self.is_running, f"the bot ended: {self._output.read_text()}"
            return self.playground.gateway.online

        await until(online, "the bot to come online", within=30)

    async def kill(self) -> None:
        """Kill the program without cleanup."""
        self.send(signal.SIGKILL)
        await self._wait_until_killed("the connection of the killed bot to end")

    async def die(self, module: str, method: str, calls: int) -> None:
        """Start the program and wait until it has killed itself after some calls of a method."""
        await self.launch((module, method, calls))
        await self._wait_until_killed(f"the bot to die after {method}")

    async def operate(self, *arguments: str) -> tuple[int, str]:
        """Run another operation of the program; return its exit status and output."""
        await self.launch(arguments=arguments)
        return await self.wait_until_ended()

    async def stop(self) -> tuple[int, str]:
        """Request a shutdown, and wait for the end."""
        self.send(signal.SIGTERM)
        return await self.wait_until_ended()

    def send(self, number: signal.Signals) -> None:
        os.kill(self.pid, number)

    async def wait_for_output(self, words: str) -> None:
        """Wait until standard error contains these words."""

        async def words_arrived() -> bool:
            was_running = self.is_running
            if words in self._output.read_text():
                return True
            assert was_running, f"the bot ended without saying {words!r}"
            return False

        await until(words_arrived, words, within=60)

    async def wait_until_ended(self) -> tuple[int, str]:
        """Wait for the end; return the exit status and standard error."""

        async def has_ended() -> bool:
            return not self.is_running

        await until(has_ended, "the bot to end", within=60)
        self.pid = 0
        return int(_status(self._output).read_text()), self._output.read_text()

    @property
    def is_running(self) -> bool:
        """Whether the process has started and not ended."""
        return self.pid != 0 and not _status(self._output).exists()

    async def close(self) -> None:
        """Kill the program if it is still running."""
        if self.is_running:
            with contextlib.suppress(ProcessLookupError):
                self.send(signal.SIGKILL)
            await self.wait_until_ended()

    async def _wait_until_killed(self, description: str) -> None:
        await self.wait_until_ended()
        self.kills += 1

        async def offline() -> bool:
            return not self.playground.gateway.online

        await until(offline, description)

    def environment(self) -> dict[str, str]:
        """Return the environment as an owner would set it."""
        own = {
            "FERNPARTIE_TOKEN": self.playground.token,
            "FERNPARTIE_API_URL": self.playground.api_url,
            "FERNPARTIE_GATEWAY_URL": self.playground.gateway_url,
            "FERNPARTIE_DATABASE_URL": f"sqlite:///{self.directory / 'fernpartie.db'}",
            "FERNPARTIE_DRAW_AHEAD": "false",
            "PYTHONPATH": str(ROOT),
        }
        environment_before = {
            key: value for key, value in os.environ.items() if not key.startswith("FERNPARTIE_")
        }
        return environment_before | own | dict(self.settings)


@contextlib.asynccontextmanager
async def bot_process(
    fork_server: ForkServer,
    playground: Playground,
    directory: Path,
    settings: Mapping[str, str] = MappingProxyType({}),
    *,
    new: bool = False,
    fresh: bool = False,
    hasty: bool = False,
    program: tuple[str, ...] = PROGRAM,
    hangs: bool = False,
) -> AsyncIterator[BotProcess]:
    """Yield a bot before its start; kill it after the block if it still runs."""
    bot = BotProcess(fork_server, playground, directory, settings, new, fresh, hasty, program, hangs)
    try:
        yield bot
    finally:
        await bot.close()


def _status(status_file: Path) -> Path:
    """Return the file for a bot's exit status, written at its end."""
    return status_file.with_suffix(".status")


def make_ready() -> None:
    """Create the constant data of every bot before the first fork."""
    for module in LATER:
        importlib.import_module(module)
    reader = MoveReader.of(rules.GAMES, Texts.load())
    vars(run)["Gallery"] = lambda: DRAWN_GALLERY
    vars(run)["MoveReader"] = SimpleNamespace(of=lambda *_: reader)
    # Each bot uploads all pieces; drawing them would take as long as the rest of its start.
    piece_emojis(rules.GAMES, DRAWN_GALLERY)
    puzzles = set_puzzles(rules.GAMES.values())
    vars(puzzle_service)["set_puzzles"] = lambda _: puzzles
    for key, options in BOARDS:
        DRAWN_GALLERY.picture(rules.GAMES[key].new(options))
    # A garbage collection would copy the memory that the forks share.
    gc.collect()
    gc.freeze()


def draw_sheets() -> None:
    """Draw and cache the pictures of a welcome."""
    texts = Texts.load()
    for language in LANGUAGES:
        DRAWN_GALLERY.sheet(sheet(rules.GAMES, texts.language(language)).boards, PUBLIC_THEME)


def serve_forks() -> int:
    """Fork a bot for each line; return the bot's exit status in its process, 0 in this one."""
    make_ready()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while line := sys.stdin.readline():
        fork = Fork(**json.loads(line))
        if fork.new and list(fork.arguments) == ["run"]:
            draw_sheets()
        if not os.fork():
            # The bot continues here; its parent waits for it.
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            if child := os.fork():
                sys.stdout.write(f"{child}\n")
                sys.stdout.flush()
                _write_status(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), Path(fork.output))
                os._exit(0)
            return _begin(fork)
    return 0


def _begin(fork: Fork) -> int:
    """Run the bot; return its exit status."""
    # A shell that runs the tests in the background passes on an ignored SIGINT.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(fork.directory)
    os.environ.clear()
    os.environ.update(fork.environment)
    with Path(fork.output).open("wb") as file:
        os.dup2(file.fileno(), sys.stderr.fileno())
    if list(fork.arguments) == ["run"]:
        os.dup2(os.open(os.devnull, os.O_RDWR), sys.stdout.fileno())
    else:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    if fork.fresh:
        os.execv(sys.executable, [sys.executable, *fork.program])  # noqa: S606  # no shell is wanted
    if fork.hasty:
        _preset(run, "ShardLeases", gap=timedelta())
        _preset(engines, "EngineTurns", forgotten_after=timedelta(seconds=1))
        _preset(bot, "EngineWorker", every=0.5)
        vars(outages)["BACKOFF"] = tenacity.wait_fixed(0.1)
        vars(connections)["BUSY_SECONDS"] = 0.5
    if fork.hangs:
        _preset(run, "LoopWatch", hangs_after=2.0, every=0.2)
        signal.signal(signal.SIGUSR1, _hang)
    if fork.dies_after is not None:
        _die_after(*fork.dies_after)
    return main(fork.arguments)


def _hang(*_: object) -> None:
    # PyDLL, unlike CDLL, does not release the interpreter's lock.
    ctypes.PyDLL(None).sleep(600)


def _preset(module: ModuleType, name: str, **arguments: object) -> None:
    """Preset arguments of a class used by a module. Raises KeyError for an unknown name."""
    vars(module)[name] = partial(vars(module)[name], **arguments)


def _die_after(module: str, method: str, calls: int) -> None:
    """Kill this process after a number of calls of a coroutine method."""
    name, attribute = method.split(".")
    owner = getattr(importlib.import_module(module), name)
    original = getattr(owner, attribute)
    commits = count(1)

    async def then_die(*args: object, **more: object) -> object:
        result = await original(*args, **more)
        if next(commits) == calls:
            os.kill(os.getpid(), signal.SIGKILL)
        return result

    setattr(owner, attribute, then_die)


def _write_status(status: int, status_file: Path) -> None:
    """Write an exit status atomically to its file."""
    new = status_file.with_suffix(".new")
    new.write_text(str(status))
    new.rename(_status(status_file))


if __name__ == "__main__":
    sys.exit(serve_forks())
