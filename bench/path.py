"""The way of a move, `/move` to posted board: how often the database is asked, which files are entered.

Bot and playground share this process, so that everything can be seen. The bot works as its owner starts it;
people it knows play in threads, and nothing else happens meanwhile.
"""

import asyncio
import contextlib
import sys
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any, Final

import aiohttp

from bench.stage.gauges import verdict
from bench.stage.people import GAMES_PLAYED, Pair, Requests, pairs
from bot import loop
from bot.operations.run import serve
from bot.play.repositories.store import Store
from bot.settings import Settings
from playground.happenings import BotSeen, Happening, MessagePosted
from playground.rate_limits import UNLIMITED
from playground.server import Playground

PLIES: Final = 12
BEFORE: Final = 6
"""The plies played before the first is looked at: by then nothing is new any more."""

LOOKS: Final = 3
"""How many are looked at in each match; the median counts, as something of before may come between."""

REST: Final = 0.5
"""Seconds for which nothing happens before a move begins."""

PATIENCE: Final = 60.0
DATABASE_GOAL: Final = 4
FILES_GOAL: Final = 40
ROOT: Final = Path(__file__).parents[1]
FOLDERS: Final = ("bot", "data", "render", "rules")
GO_BETWEENS: Final = ("data/store.py", "bot/play/repositories/store.py", "bot/play/storage/unit_of_work.py")
"""The files that ask the database for others."""


@dataclass(slots=True)
class Way:
    """What was seen on the way of one move: connections that read, transactions that write, files."""

    key: str
    reads: int = 0
    writes: int = 0
    by: Counter[str] = field(default_factory=Counter)
    """Who asked the database."""

    files: set[str] = field(default_factory=set)

    @property
    def asked(self) -> int:
        """How often the database was asked."""
        return self.reads + self.writes


class Tracker:
    """Notes what a process enters while a way is being followed."""

    def __init__(self) -> None:
        self._way: Way | None = None
        self._known: dict[str, str | None] = {}

    def watch(self) -> None:
        """Look at this thread, at those that begin from now on, and at every store."""
        sys.setprofile(self._enter)
        threading.setprofile(self._enter)
        # The tables are handed out by these two alone.
        Store.read = self._counted(Store.read, "reads")  # type: ignore[method-assign]  # counted, then done as ever
        Store.transaction = self._counted(Store.transaction, "writes")  # type: ignore[method-assign]  # as above

    def begin(self, way: Way) -> None:
        """Note on `way` from now on."""
        self._way = way

    def end(self, way: Way) -> None:
        """Note nothing on `way` any more."""
        if self._way is way:
            self._way = None

    def _enter(self, frame: FrameType, event: str, _argument: object) -> None:
        if self._way is None or event != "call":
            return
        name = frame.f_code.co_filename
        if name not in self._known:
            self._known[name] = _own(name)
        own = self._known[name]
        if own is not None:
            self._way.files.add(own)

    def _counted(self, make: Any, kind: str) -> Any:  # noqa: ANN401  # a method, handed through
        def counted(*arguments: object) -> object:
            if self._way is not None:
                setattr(self._way, kind, getattr(self._way, kind) + 1)
                self._way.by[f"{kind[:-1]:<6}{_caller()}"] += 1
            return make(*arguments)

        return counted


def run() -> None:
    """Measure and print the table."""
    with TemporaryDirectory(prefix="fernpartie-bench-") as folder:
        ways = loop.run(_measure(Path(folder)))
    print("\n".join(_table(ways)))


async def _measure(folder: Path) -> Sequence[Way]:
    tracker = Tracker()
    tracker.watch()
    try:
        async with Playground.start(limits=UNLIMITED) as playground, aiohttp.ClientSession() as session:
            serving = asyncio.create_task(serve(_settings(playground, folder)))
            try:
                await _online(playground)
                begun = await pairs(Requests(session, playground), playground, len(GAMES_PLAYED), PLIES)
                return [
                    await _usual_way(tracker, playground, key, pair)
                    for key, pair in zip(GAMES_PLAYED, begun, strict=True)
                ]
            finally:
                serving.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await serving
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


async def _usual_way(tracker: Tracker, playground: Playground, key: str, pair: Pair) -> Way:
    """Play on in a match and return the median of the ways of some moves."""
    for _ in range(BEFORE):
        await pair.move()
    ways = [await _way(tracker, playground, key, pair) for _ in range(LOOKS)]
    return sorted(ways, key=lambda way: (way.asked, len(way.files)))[LOOKS // 2]


async def _way(tracker: Tracker, playground: Playground, key: str, pair: Pair) -> Way:
    """Play a move and return its way; what follows its board is not noted."""
    await asyncio.sleep(REST)
    way = Way(key)

    def look(happening: Happening) -> None:
        if isinstance(happening, MessagePosted) and happening.message.attachments:
            tracker.end(way)

    playground.world.listen(look)
    tracker.begin(way)
    await pair.move()
    tracker.end(way)
    return way


def _settings(playground: Playground, folder: Path) -> Settings:
    return Settings.model_validate(
        {
            "token": playground.token,
            "api_url": playground.api_url,
            "gateway_url": playground.gateway_url,
            "database_url": f"sqlite:///{folder / 'fernpartie.db'}",
            "draw_ahead": False,
            "requests_per_second": UNLIMITED.per_second,
        }
    )


async def _online(playground: Playground) -> None:
    seen = asyncio.Event()

    def notice(happening: Happening) -> None:
        if isinstance(happening, BotSeen) and happening.online:
            seen.set()

    playground.world.listen(notice)
    if not playground.gateway.online:
        async with asyncio.timeout(PATIENCE):
            await seen.wait()


def _own(name: str) -> str | None:
    """Return the path of a file within the project, None for any other."""
    path = Path(name)
    if not path.is_relative_to(ROOT):
        return None
    inner = path.relative_to(ROOT)
    return str(inner) if inner.parts[0] in FOLDERS else None


def _caller() -> str:
    """Return who asks the store: the nearest function that does not do so for others."""
    frame: FrameType | None = sys._getframe(2)  # noqa: SLF001  # the way to see who calls
    while frame is not None:
        own = _own(frame.f_code.co_filename)
        if own is not None and own not in GO_BETWEENS:
            return f"{own}: {frame.f_code.co_name}"
        frame = frame.f_back
    return "?"


def _table(ways: Sequence[Way]) -> Iterator[str]:
    longest = max(ways, key=lambda way: (len(way.files), way.asked))
    yield "The way of a move: /move in a thread to the posted board"
    yield f"{'':<22}{''.join(f'{word:>10}' for word in ('reads', 'writes', 'files', *FOLDERS))}"
    for way in ways:
        inside = (sum(file.startswith(f"{folder}/") for file in way.files) for folder in FOLDERS)
        figures = (way.reads, way.writes, len(way.files), *inside)
        yield f"{way.key:<22}{''.join(f'{figure:>10}' for figure in figures)}"
    yield f"The database is asked, on the way in {longest.key}:"
    yield from (f"  {who}" + (f" x {times}" if times > 1 else "") for who, times in longest.by.items())
    yield "Files entered there:"
    yield from (f"  {file}" for file in sorted(longest.files))
    checks = {
        f"the database is asked at most {DATABASE_GOAL} times": max(way.asked for way in ways)
        <= DATABASE_GOAL,
        f"at most {FILES_GOAL} files": len(longest.files) <= FILES_GOAL,
    }
    for check, reached in checks.items():
        yield f"goal: {check:<40} {verdict(reached=reached)}"
