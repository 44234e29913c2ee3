"""`fernpartie check`: whether what is kept is sound, in the database of the bot or in a backup."""

import argparse
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

import rules
from bot import loop
from bot.operations.operation import CannotOpen, Operation, show
from bot.play.keeping.checking import check_all
from bot.settings import PREFIX, WrongSetting, read_database_url
from data import NewerDatabase, Store, StoreUnavailable
from data.keeping.database import Database, newest_revision
from data.keeping.sqlite_backup import copy_file
from data.outages import in_one_line

_TOLD_EVERY: Final = 1000


def _takes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, nargs="?", help="a backup of SQLite instead of the bot's database")
    parser.add_argument("--running", action="store_true", help="replay only the games that still run")


def _run(arguments: argparse.Namespace) -> int:
    try:
        return loop.run(_check(arguments.file, running=arguments.running))
    except SQLAlchemyError as error:
        print(f"check: cannot go on: {in_one_line(error)}", file=sys.stderr)  # noqa: T201  # what owners look for
        return 1


async def _check(file: Path | None, *, running: bool) -> int:
    findings = 0
    progress = Progress()
    async with _opened(file) as database:
        async for finding in check_all(
            database.snapshot, rules.GAMES, running=running, progress=progress.more
        ):
            show(str(finding))
            findings += 1
    games = f"{progress.games} {'running ' * running}games replayed"
    show(f"check: {games}, {findings} findings" if findings else f"check: {games}, all is sound")
    return 1 if findings else 0


class Progress:
    """Says now and then how many games were replayed."""

    def __init__(self) -> None:
        self.games = 0

    def more(self, games: int) -> None:
        """Count games; each thousand is said."""
        before, self.games = self.games, self.games + games
        if before // _TOLD_EVERY != self.games // _TOLD_EVERY:
            print(f"check: {self.games} games replayed so far", file=sys.stderr)  # noqa: T201


@asynccontextmanager
async def _opened(file: Path | None) -> AsyncIterator[Database]:
    """Open what is to be checked. A file of an earlier version is brought up to date in a copy."""
    try:
        if file is None:
            name = f"{PREFIX}DATABASE_URL"
            database = await Database.open(read_database_url())
        else:
            name = str(file)
            database = await Database.open_file(file)
    except ValueError as error:
        raise WrongSetting(f"{name}: {error}") from error
    except StoreUnavailable as error:
        raise CannotOpen(f"{name}: {error}") from error
    try:
        if database.is_usable:
            yield database
        elif file is None:
            raise CannotOpen(f"{name}: {of_other_version(database)}")
        else:
            with tempfile.TemporaryDirectory(prefix="fernpartie-") as folder:
                async with _brought_up_to_date(file, Path(folder) / "copy.db") as copy:
                    yield copy
    finally:
        await database.close()


def of_other_version(database: Database) -> str:
    """Return that another version of the program has made a database."""
    known = newest_revision()
    return f"the database is of revision {database.revision}, this version works with {known}"


@asynccontextmanager
async def _brought_up_to_date(file: Path, copy: Path) -> AsyncIterator[Database]:
    try:
        await copy_file(file, copy)
        await (await Store.open(f"sqlite:///{copy}")).close()
        database = await Database.open_file(copy)
    except (NewerDatabase, StoreUnavailable, OSError) as error:
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
