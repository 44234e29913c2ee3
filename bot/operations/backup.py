"""`fernpartie backup`: all that is kept in one file, while the bot runs."""

import argparse
import sys
from pathlib import Path
from typing import Final

from bot import loop
from bot.operations.operation import Operation
from bot.operations.store import open_database
from bot.settings import read_database_url
from data.keeping.backup import Backup, FileIsThere, back_up
from data.keeping.postgresql_programs import ProgramFailed
from data.keeping.sqlite_backup import DamagedCopy


def _takes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="where to put the backup")
    parser.add_argument("--force", action="store_true", help="replace a file that is there")


def _run(arguments: argparse.Namespace) -> int:
    """Say in one line what was backed up, or why nothing was."""
    file: Path = arguments.file
    try:
        made = loop.run(_back_up(read_database_url(), file, replace=arguments.force))
    except (FileIsThere, ProgramFailed, DamagedCopy, OSError) as error:
        print(f"backup: {error}", file=sys.stderr)  # noqa: T201  # the one line an owner looks for
        return 1
    print(f"backup: {file}, {_told(made)}")  # noqa: T201
    return 0


async def _back_up(address: str, file: Path, *, replace: bool) -> Backup:
    database = await open_database(address)
    try:
        return await back_up(database, file, replace=replace)
    finally:
        await database.close()


def _told(made: Backup) -> str:
    held = made.contents
    return (
        f"{made.size:,} bytes: {held.games} games ({held.running} running), {held.plies} plies, "
        f"revision {held.revision}"
    )


BACKUP: Final = Operation("backup", "put all that is kept into one file, while the bot runs", _run, _takes)
