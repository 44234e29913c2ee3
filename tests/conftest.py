import asyncio
import functools
import gc
import inspect
import logging
import signal
import sys
from bisect import bisect
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from fnmatch import fnmatch
from itertools import accumulate, groupby, islice
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any
from zlib import crc32

import hypothesis
import pytest
import pytest_asyncio
from sqlalchemy import Connection, Engine, event

from bot import loop
from bot.logs import CHATTERING, OWN
from tests.reports import BundlingChannel, unbundle_into

if TYPE_CHECKING:
    from playwright.async_api import Browser

# Before the first helper is imported, so that a failing assert in a helper shows its values, too.
pytest.register_assert_rewrite(*(f"tests.{folder.name}" for folder in Path(__file__).parent.glob("*/")))

_BOTH = frozenset({"adopted", "checks", "repositories", "storage"})
"""The folders of tests that depend on the database."""
_WAITING = frozenset({"client", "course", "end_to_end", "page", "running"})
"""The folders whose tests mostly wait for processes, browsers or each other."""
_SPREAD = 0.85
"""The share of the other files among which the waiting files are spread, so that no core is idle."""
_WORKERS = 4
"""More workers than two cores need, as many tests wait: three leave a fifth of two cores idle."""
_FEW = 10
"""Up to this number of files, one process is faster than starting several."""
_SHARE = 4
"""One service test in this many runs over PostgreSQL."""
_LARGE = 120
"""A folder with more files than this is collected by subfolders."""
_DEPTH = 3
"""The depth of folders whose times are written, such as tests/bot/chat."""
_LIMIT = 180.0
"""Seconds after which a waiting test fails by itself.

pytest-timeout ends the whole worker, and the next worker runs the same test again.
"""


# jsonschema imports it if available, and it builds its grammars for three seconds; no test needs them.
sys.modules["rfc3987_syntax"] = None  # type: ignore[assignment] # makes an import fail
# A slow machine is not a failure: examples have no time limit of their own.
hypothesis.settings.register_profile(
    "untimed", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("untimed")
# Imported and collected objects stay: scanning them takes a quarter of the collection time.
gc.disable()


def pytest_configure(config: pytest.Config) -> None:
    """Accept Ctrl-C even in tests started in the background."""
    signal.signal(signal.SIGINT, _interrupt)
    worker: dict[str, Any] | None = getattr(config, "workerinput", None)
    if worker is not None and all(Path(arg).is_dir() for arg in config.args):
        config.args = _rotate(config.args, int(worker["workerid"].removeprefix("gw")), worker["workercount"])


@pytest.hookimpl(tryfirst=True)  # before a worker sends anything
def pytest_sessionstart(session: pytest.Session) -> None:
    """Bundle a worker's reports of a test."""
    for plugin in session.config.pluginmanager.get_plugins():
        # A worker runs a copy of the class with this name.
        if type(plugin).__name__ == "WorkerInteractor":
            plugin.channel = BundlingChannel(plugin.channel)


def pytest_configure_node(node: Any) -> None:
    """Receive bundles from a worker."""
    node.process_from_remote = unbundle_into(node.process_from_remote)


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt like Python's own handler.

    If Python's handler is in force, asyncio sets another one for each coroutine that a test or fixture runs,
    and twice formats the coroutine's whole result as text.
    """
    del number, frame
    raise KeyboardInterrupt


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Run a small number of files in this process."""
    folders = [Path(arg) for arg in config.args if Path(arg).is_dir()]
    return _WORKERS if sum(_files(folder) for folder in folders) > _FEW else 0


def pytest_asyncio_loop_factories(item: pytest.Item) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Run each test in the event loop of its subject; the playground's is the standard one.

    The tests of its page share a browser with the tests of the bot's web page, and so their loop.
    """
    standard = "playground" in item.path.parts and "page" not in item.path.parts
    return {"own": asyncio.new_event_loop if standard else loop.new}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run waiting files alongside CPU-bound ones, short files last."""
    # Workers must agree on the order, and each collects in its own.
    items.sort(key=lambda item: item.path)
    items[:] = _mix(items)
    _use_databases_in_turn(items)
    for item in items:
        if isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.obj):
            own = item.get_closest_marker("timeout")
            # A margin for pytest-timeout, if the limit is a test's own.
            item.obj = _limit(item.obj, max(_LIMIT, own.args[0] - 10 if own and own.args else 0))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Write the seconds of each folder of tests, if the slowest tests are requested."""
    if not terminalreporter.config.getoption("durations"):
        return
    seconds: dict[str, float] = defaultdict(float)
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                seconds["/".join(report.nodeid.split("/")[:-1][:_DEPTH])] += report.duration
    terminalreporter.section("seconds of each folder")
    for folder, spent in sorted(seconds.items(), key=lambda item: -item[1]):
        terminalreporter.write_line(f"{spent:8.1f} {folder}")


def _mix(items: Sequence[pytest.Item]) -> Iterator[pytest.Item]:
    files = [(path, list(tests)) for path, tests in groupby(items, lambda item: item.path)]
    # The slowest files are late in the alphabet.
    busy = [tests for path, tests in reversed(files) if not _waits(path)]
    waiting = [tests for path, tests in files if _waits(path)]
    per_waiting = int(_SPREAD * len(busy) / max(1, len(waiting)))
    busy_tests = iter(busy)
    for tests in waiting:
        yield from tests
        for group in islice(busy_tests, per_waiting):
            yield from group
    for group in busy_tests:
        yield from group


def _files(folder: Path) -> int:
    return sum(1 for _ in folder.rglob("test_*.py"))


def _parts(folder: Path) -> Iterator[tuple[Path, int]]:
    """Yield the folders and files to collect, with the number of files in each."""
    if (files := _files(folder)) <= _LARGE:
        yield folder, files
        return
    for path in sorted(folder.iterdir()):
        if path.is_dir() and _files(path):
            yield from _parts(path)
        elif fnmatch(path.name, "test_*.py"):
            yield path, 1


def _rotate(folders: Sequence[str], worker: int, workers: int) -> list[str]:
    """Return all tests, starting at a different folder for each worker.

    If no asserts are compiled yet, each worker compiles its share and finds the other workers' files
    compiled. They get folders, as pytest would list a folder again for each single file.
    """
    parts = [part for folder in folders for part in _parts(Path(folder))]
    ends = list(accumulate(files for _, files in parts))
    start = bisect(ends, ends[-1] * worker // workers)
    return [str(path) for path, _ in (*parts[start:], *parts[:start])]


def _waits(path: Path) -> bool:
    return not _WAITING.isdisjoint(path.parts)


def _limit(test: Callable[..., Awaitable[None]], limit: float) -> Callable[..., Awaitable[None]]:
    @functools.wraps(test)
    async def run(*args: Any, **means: Any) -> None:
        async with asyncio.timeout(limit):
            await test(*args, **means)

    return run


def _use_databases_in_turn(items: list[pytest.Item]) -> None:
    """Run each service test over one of the databases, chosen by its name.

    SQLite is cheaper, so it gets most tests. Tests of statements and of concurrency run over both.
    """
    variants: dict[str, list[pytest.Item]] = {}
    for item in items:
        call = getattr(item, "callspec", None)
        kind = call.params.get("database_url") if call is not None else None
        if kind is None or "world" not in getattr(item, "fixturenames", ()):
            continue
        if _BOTH & set(item.path.parts) or item.get_closest_marker("both_databases"):
            continue
        variants.setdefault(item.nodeid.replace(kind, "", 1), []).append(item)
    # Drop one test of each pair; the first of a pair is SQLite's.
    unchosen = [
        both[0 if crc32(name.encode()) % _SHARE == 0 else 1]
        for name, both in variants.items()
        if len(both) == 2
    ]
    if unchosen:
        unchosen[0].config.hook.pytest_deselected(items=unchosen)
        dropped = set(unchosen)
        items[:] = [item for item in items if item not in dropped]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chrome() -> "AsyncIterator[Browser]":
    """The browser of all tests in the session's loop: each start takes most of a second."""
    from tests.playground.page.page_stage import chromium  # noqa: PLC0415  # imports playwright

    async with chromium() as running:
        yield running


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    """Restrict a test's changes of logging to that test."""
    root = logging.getLogger()
    loggers = [root, *map(logging.getLogger, (*OWN, *CHATTERING))]
    levels = [logger.level for logger in loggers]
    handlers = root.handlers[:]
    yield
    if root.handlers != handlers:
        root.handlers[:] = handlers
    for logger, level in zip(loggers, levels, strict=True):
        if logger.level != level:
            logger.setLevel(level)


class _SharedStatements(dict[tuple[Any, ...], Any]):
    """Compiled statements by statement and dialect, shared by all engines."""

    def get(self, key: tuple[Any, ...], default: Any = None) -> Any:
        return super().get((key[0].name, *key[1:]), default)

    def __setitem__(self, key: tuple[Any, ...], compiled: Any) -> None:
        super().__setitem__((key[0].name, *key[1:]), compiled)


_STATEMENTS = _SharedStatements()


@event.listens_for(Engine, "engine_connect")
def _share_statements(connection: Connection) -> None:
    """Save a third of the tests' time: each has its own store, which would compile all statements again."""
    connection.execution_options(compiled_cache=_STATEMENTS)


def pytest_collection_finish() -> None:
    """Exempt imported and collected objects from garbage collection, as hardly any of them is garbage."""
    gc.freeze()
    # Most objects of a test are freed with it, so rare collections are enough.
    gc.set_threshold(20_000, 20, 20)


@pytest.hookimpl(tryfirst=True)  # otherwise xdist's loop ends before it
def pytest_runtestloop() -> None:
    """Enable the garbage collector, also in the process that only distributes tests."""
    gc.enable()
