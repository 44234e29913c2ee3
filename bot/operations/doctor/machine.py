"""Checks of the machine itself: settings, disk, database, engines."""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Final

import rules
from bot.kernel.probes import Finding, fail, ok, warn
from bot.model.engine_question import EngineQuestion, NoAnswer
from bot.opponents import EnginePool
from bot.settings import ENV_FILE, PREFIX, Settings, is_env_file_open, unknown_settings
from data import StoreUnavailable, newest
from data.connections.urls import file_of
from data.keeping.database import Database
from data.migration import PASSED_THROUGH, too_old

_LITTLE: Final = 1 << 30
_TOO_LITTLE: Final = 100 << 20
"""Free bytes below which the owner gets a warning, and a failure."""
_THINKING: Final = 10.0
"""Seconds for an engine to start and find a move."""
_DATABASE_URL: Final = f"{PREFIX}DATABASE_URL"


async def check_machine(settings: Settings) -> AsyncIterator[Finding]:
    """Yield the findings that do not depend on Discord; nothing is created or changed."""
    for finding in (*variables(), env_file()):
        yield finding
    yield disk(settings.database_url)
    yield await database(settings.database_url)
    yield await engines(settings.engine_processes)


def variables() -> Iterator[Finding]:
    """Yield a warning for each unknown variable, or a single good finding."""
    unknown = unknown_settings()
    for variable in unknown:
        yield warn("settings", str(variable), f"correct {variable.name}, or take it out")
    if not unknown:
        yield ok("settings", f"every variable {PREFIX}... is one of this version")


def env_file() -> Finding:
    """Return the finding about other users' access to `.env`."""
    if is_env_file_open():
        text = f"other users of this machine can read {ENV_FILE}, which holds the token"
        return warn(ENV_FILE, text, f"chmod 600 {ENV_FILE}")
    there = Path(ENV_FILE).exists()
    return ok(
        ENV_FILE, "only its owner can read it" if there else "there is none; settings come from elsewhere"
    )


def disk(url: str) -> Finding:
    """Return the finding about free space on the database's disk, or for a server the working directory's."""
    try:
        file = file_of(url)
    except ValueError:
        file = None
    folder = Path() if file is None else file.parent
    try:
        free = shutil.disk_usage(folder).free
    except OSError as error:
        return fail("disk", f"{folder.absolute()}: {error.strerror or error}", f"see {_DATABASE_URL}")
    text = f"{free / 1e9:.1f} GB are free in {folder.absolute()}"
    todo = "make room: nothing can be written on a full disk, and no move is kept"
    if free < _TOO_LITTLE:
        return fail("disk", text, todo)
    return warn("disk", text, todo) if free < _LITTLE else ok("disk", text)


async def database(url: str) -> Finding:
    """Return the finding about opening the database, or creating it at the first start."""
    try:
        file = file_of(url)
        if file is not None and not file.exists():
            return _new_file_finding(file)
        database = await Database.open(url)
    except (ValueError, StoreUnavailable) as error:
        return fail("database", str(error), f"see {_DATABASE_URL}, and docs/operations.md, What to do when")
    try:
        revision = database.revision
        if database.is_usable:
            return ok("database", f"it opens; schema {revision}")
    finally:
        await database.close()
    if (older := too_old(revision)) is not None:
        return fail("database", f"it is {older}", f"start {PASSED_THROUGH} on it once, then this version")
    if revision < newest():
        return ok("database", f"it opens; the next start brings schema {revision} to {newest()}")
    return fail(
        "database",
        f"it has schema {revision}, which is newer than this version's {newest()}",
        "start the version that made it, or restore a backup (docs/upgrades.md, Rollback)",
    )


def _new_file_finding(file: Path) -> Finding:
    if not os.access(file.parent, os.W_OK | os.X_OK):
        missing = "cannot be written to" if file.parent.is_dir() else "is not there"
        return fail("database", f"the folder {file.parent} {missing}", f"see {_DATABASE_URL}")
    return ok("database", f"there is none yet; the first start makes {file}")


async def engines(processes: int | None) -> Finding:
    """Return the finding about an engine process: it has to start and find a move."""
    if processes == 0:
        return ok("computer", f"switched off ({PREFIX}ENGINE_PROCESSES=0)")
    game = next(iter(rules.GAMES.values()))
    state = game.new()
    question = EngineQuestion(
        game=game.key,
        options=dict(state.options),
        players=state.players,
        plies=(),
        level=1,
        seed="doctor",
        seconds=_THINKING,
    )
    pool = EnginePool(1)
    began = asyncio.get_running_loop().time()
    try:
        move = await pool.choose(question)
    except NoAnswer as error:
        return fail(
            "computer",
            f"no process can think: {str(error) or 'it died'}",
            "see what forbids it: memory, limits on processes, the sandbox of the service"
            f" (docs/operations.md); or do without: {PREFIX}ENGINE_PROCESSES=0",
        )
    finally:
        await pool.close()
    took = asyncio.get_running_loop().time() - began
    return ok("computer", f"it found a move after {took:.1f} s ({game.key}: {move})")
