"""`fernpartie backup`: all data in one file, while the bot runs, or a folder of such files."""

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from bot import loop
from bot.model.ports import utc_now
from bot.operations.operation import CannotOpen, Operation, counted
from bot.operations.scheduled_backup import COUNTS, BackupFailed, ScheduledBackup, folder_at
from bot.operations.store import open_database
from bot.settings import read_database_url
from data.keeping.backup import Backup, FileIsThere, back_up
from data.keeping.postgresql_programs import ProgramFailed
from data.keeping.rotation import BackupFolder, RetentionPolicy
from data.keeping.sqlite_backup import DamagedCopy

_AGAIN: Final = timedelta(hours=1)
"""The wait after a failed backup."""
_STEP: Final = 60.0
"""Seconds between two checks of the clock: a longer sleep would not notice that it was set."""


def _takes(parser: argparse.ArgumentParser) -> None:
    target = parser.add_mutually_exclusive_group(required=True)
    target.add_argument("file", type=Path, nargs="?", help="where to put the backup")
    target.add_argument(
        "--into", type=Path, metavar="FOLDER", help="make one in a folder, check it, delete old ones there"
    )
    parser.add_argument("--force", action="store_true", help="replace a file that is there")
    policy = RetentionPolicy()
    parser.add_argument(
        "--daily",
        type=_number,
        default=policy.days,
        metavar="N",
        help=f"with --into: keep one of each of the last N days ({policy.days})",
    )
    parser.add_argument(
        "--weekly",
        type=_number,
        default=policy.weeks,
        metavar="N",
        help=f"with --into: keep one of each of the last N weeks ({policy.weeks})",
    )
    parser.add_argument(
        "--every",
        type=_hours,
        metavar="HOURS",
        help="with --into: stay, and make one whenever the last is so old",
    )


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to 1000")
    return int(text)


def _hours(text: str) -> timedelta:
    return timedelta(hours=_number(text))


def _run(arguments: argparse.Namespace) -> int:
    """Make a backup, and print one line: the new backup, or why there is none."""
    if arguments.into is not None:
        return _run_scheduled(arguments)
    file: Path = arguments.file
    try:
        backup = loop.run(_back_up(read_database_url(), file, replace=arguments.force))
    except (FileIsThere, ProgramFailed, DamagedCopy, OSError) as error:
        _complain(str(error))
        return 1
    print(f"backup: {file}, {_summary(backup)}")  # noqa: T201  # the answer
    return 0


async def _back_up(address: str, file: Path, *, replace: bool) -> Backup:
    database = await open_database(address)
    try:
        return await back_up(database, file, COUNTS, replace=replace)
    finally:
        await database.close()


def _summary(backup: Backup) -> str:
    counts = backup.contents.counts
    games, plies = counted(counts["games"], "game"), counted(counts["plies"], "ply", "plies")
    contents = f"{games} ({counts['running']} running), {plies}"
    return f"{backup.size:,} bytes: {contents}, revision {backup.contents.revision}"


def _run_scheduled(arguments: argparse.Namespace) -> int:
    folder = folder_at(arguments.into)
    policy = RetentionPolicy(arguments.daily, arguments.weekly)
    backup = ScheduledBackup(read_database_url(), folder, policy, _print_line)
    if arguments.every is not None:
        loop.run(keep_making(backup.make, folder, arguments.every))
        return 0
    try:
        loop.run(backup.make(utc_now()))
    except BackupFailed as error:
        _complain(str(error))
        return 1
    return 0


async def keep_making(
    make: Callable[[datetime], Awaitable[None]],
    folder: BackupFolder,
    every: timedelta,
    clock: Callable[[], datetime] = utc_now,
    rest: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Make a backup whenever the latest one reaches an age; retry an hour after a failure."""
    not_before = clock()
    while True:
        now, latest = clock(), max(folder.backups(), default=None)
        if now >= not_before and (latest is None or now - latest >= every):
            try:
                await make(now)
            except (BackupFailed, CannotOpen) as error:
                _complain(str(error))
                not_before = now + _AGAIN
        await rest(_STEP)


def _print_line(line: str) -> None:
    print(f"backup: {line}", flush=True)  # noqa: T201  # the operation's output


def _complain(line: str) -> None:
    print(f"backup: {line}", file=sys.stderr, flush=True)  # noqa: T201  # the line for the owner


BACKUP: Final = Operation("backup", "put all that is kept into one file, while the bot runs", _run, _takes)
