"""`fernpartie check`: the soundness of the bot's database or of a backup."""

import argparse
import asyncio
import os
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

import rules
from bot import loop
from bot.app import all_checks
from bot.operations.checks.checking import check_all
from bot.operations.operation import CannotOpen, Operation, counted, show
from bot.operations.progress import Progress
from bot.operations.store import open_database
from bot.settings import PREFIX, read_database_url
from data import OtherVersion, StoreUnavailable, newest
from data.keeping.database import Database
from data.keeping.sqlite_backup import DamagedCopy, copy_file
from data.migration import too_old
from data.outages import in_one_line
from data.store import Store


def _takes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, nargs="?", help="a backup of SQLite instead of the bot's database")
    parser.add_argument("--running", action="store_true", help="replay only the games that still run")
    parser.add_argument(
        "--after", type=int, metavar="GAME", help="continue after the game at which a check was broken off"
    )


def _run(arguments: argparse.Namespace) -> int:
    try:
        return loop.run(_check(arguments.file, running=arguments.running, after=arguments.after))
    except SQLAlchemyError as error:
        print(f"check: cannot continue: {in_one_line(error)}", file=sys.stderr)  # noqa: T201  # the line for the owner
        return 1


async def _check(file: Path | None, *, running: bool, after: int | None) -> int:
    findings, progress = 0, _CheckedSoFar(after)
    try:
        async with _open(file) as database:
            async for finding in check_all(
                database.snapshot,
                rules.GAMES,
                all_checks(rules.GAMES),
                running=running,
                after=after,
                progress=progress.more,
            ):
                show(str(finding))
                findings += 1
    except asyncio.CancelledError:
        progress.progress.end()
        raise CannotOpen(f"check: broken off{progress.how_to_continue()}") from None
    games = f"{counted(progress.games, 'running game' if running else 'game')} replayed"
    show(f"check: {games}, {counted(findings, 'finding')}" if findings else f"check: {games}, all is sound")
    return 1 if findings else 0


class _CheckedSoFar:
    """The progress of a check: the number of replayed games, and the last of them."""

    def __init__(self, after: int | None) -> None:
        self.games = 0
        self.progress: Final = Progress("check", "games")
        self._after = after

    def more(self, count: int, of: int, at: int) -> None:
        """Report the progress."""
        self.games, self._after = count, at
        self.progress.report(count, of, f"up to number {at}")

    def how_to_continue(self) -> str:
        """Return the option that continues an interrupted check; empty while it still checks the rows."""
        return "" if self._after is None else f"; --after {self._after} continues"


@asynccontextmanager
async def _open(file: Path | None) -> AsyncIterator[Database]:
    """Open the database to check. A file of an earlier version is upgraded in a copy."""
    if file is not None and _needs_a_copy(file):
        with tempfile.TemporaryDirectory(prefix="fernpartie-") as folder:
            async with _open(_copy_file(file, Path(folder))) as copy:
                yield copy
        return
    database = await open_database(read_database_url()) if file is None else await _open_file(file)
    try:
        if database.is_usable:
            yield database
        elif file is None:
            raise CannotOpen(f"{PREFIX}DATABASE_URL: {of_other_version(database)}")
        else:
            with tempfile.TemporaryDirectory(prefix="fernpartie-") as folder:
                async with _migrated_copy(file, Path(folder) / "copy.db") as copy:
                    yield copy
    finally:
        await database.close()


def _needs_a_copy(file: Path) -> bool:
    """Return whether a file's folder is read-only: SQLite may have to create files next to it."""
    return file.is_file() and not os.access(file.absolute().parent, os.W_OK)


def _copy_file(file: Path, folder: Path) -> Path:
    try:
        for part in (file, Path(f"{file}-wal")):
            if part.exists():
                shutil.copyfile(part, folder / part.name)
    except OSError as error:
        raise CannotOpen(f"{file}: cannot be copied from its medium: {error}") from error
    return folder / file.name


async def _open_file(file: Path) -> Database:
    try:
        return await Database.open_file(file)
    except StoreUnavailable as error:
        raise CannotOpen(f"{file}: {error}") from error


def of_other_version(database: Database) -> str:
    """Return the message that a database is of another version of the program."""
    if (older := too_old(database.revision)) is not None:
        return f"the database is {older}"
    return f"the database is of revision {database.revision}, this version works with {newest()}"


@asynccontextmanager
async def _migrated_copy(file: Path, copy: Path) -> AsyncIterator[Database]:
    try:
        await copy_file(file, copy)
        await (await Store.open(f"sqlite:///{copy}")).close()
        database = await Database.open_file(copy)
    except (DamagedCopy, OtherVersion, StoreUnavailable, OSError) as error:
        raise CannotOpen(f"{file}: {error}") from error
    try:
        yield database
    finally:
        await database.close()


CHECK: Final = Operation(
    "check",
    "look whether every game can be replayed to what is stored of it, and all rows agree",
    _run,
    _takes,
)
