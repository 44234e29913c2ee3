"""`fernpartie restore`: put a backup in place, and resume all its games."""

import argparse
import asyncio
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

import rules
from bot import loop
from bot.app import App
from bot.cluster.membership import LEASE
from bot.kernel.kernel import Kernel
from bot.model.ports import SecretChance, utc_now
from bot.model.restores.restores import BegunRestore, StillServed
from bot.operations.operation import CannotOpen, Operation, counted
from bot.operations.progress import Progress
from bot.operations.store import FileInUse, file_lock, open_database, open_store
from bot.repositories.restores import is_under_way
from bot.settings import PREFIX, WrongSetting, read_database_url
from data.connections.urls import driver_url, file_of
from data.keeping.postgresql_programs import ProgramFailed
from data.keeping.postgresql_restore import NotRestored, play_in
from data.keeping.sqlite_restore import NoBackup, kept_name, last_epoch, replacement_copy
from data.outages import in_one_line

_SERVED: Final = "the bot runs over this database, or did so a moment ago: stop it, and wait 15 seconds"
_REST: Final = "fernpartie restore --begin-epoch"


class _RestoreRefused(Exception):
    """A backup is not restored; the message is the reason."""


def _takes(parser: argparse.ArgumentParser) -> None:
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("file", type=Path, nargs="?", help="the backup")
    source.add_argument(
        "--begin-epoch",
        action="store_true",
        help="the database was restored by other means, as by a snapshot of its disk: do the rest",
    )
    parser.add_argument("--clean", action="store_true", help="PostgreSQL: drop the tables that are there")
    parser.add_argument(
        "--taken",
        type=_moment,
        help="when the backup was made, as 2026-11-22T15:00+00:00; else its last sign of life tells",
    )


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a moment such as 2026-11-22T15:00+00:00") from None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def _run(arguments: argparse.Namespace) -> int:
    """Restore, and print a line for each step and effect, or for the reason of a failure."""
    address = read_database_url()
    file: Path | None = None if arguments.begin_epoch else arguments.file
    try:
        loop.run(_restore(address, file, arguments.taken, clean=arguments.clean))
    except (
        _RestoreRefused,
        CannotOpen,
        FileInUse,
        NoBackup,
        NotRestored,
        ProgramFailed,
        SQLAlchemyError,
        OSError,
    ) as error:
        reason = in_one_line(error) if isinstance(error, SQLAlchemyError) else error
        print(f"restore: {reason}", file=sys.stderr)  # noqa: T201  # the line for the owner
        return 1
    return 0


async def _restore(address: str, file: Path | None, taken: datetime | None, *, clean: bool) -> None:
    try:
        target = file_of(address)
    except ValueError as error:
        raise WrongSetting(f"{PREFIX}DATABASE_URL: {error}") from error
    if target is None:
        await _into_postgresql(address, file, taken, clean=clean)
        return
    with file_lock(target):
        if file is None:
            await (await open_database(address)).close()
            _say(await _begin(address, taken, last_epoch(target), goes_on=True))
            return
        now = utc_now()
        replaces = target.exists()
        try:
            async with replacement_copy(file, target, now) as fresh:
                goes_on = last_epoch(fresh) > last_epoch(file)
                record = await _begin(f"sqlite:///{fresh}", taken, last_epoch(target), goes_on=goes_on)
        except asyncio.CancelledError:
            raise _RestoreRefused(
                "broken off, nothing was changed; the same command continues where it was"
            ) from None
        _print_line(f"restored {file} to {target}")
        if replaces:
            _print_line(f"what was there is kept as {kept_name(target, now)}")
        _say(record)


async def _into_postgresql(address: str, file: Path | None, taken: datetime | None, *, clean: bool) -> None:
    above = 0
    if file is None:
        await (await open_database(address)).close()
    else:
        above = await play_in(file, driver_url(address), clear=clean)
        _print_line(f"restored {file}")
    try:
        record = await _begin(address, taken, above, served=True, goes_on=file is None)
    except (CannotOpen, _RestoreRefused, SQLAlchemyError) as error:
        if file is None:
            raise
        reason = in_one_line(error) if isinstance(error, SQLAlchemyError) else error
        raise _RestoreRefused(
            f"{reason}; the backup is in place, do not start the bot before: {_REST}"
        ) from error
    except asyncio.CancelledError:
        raise _RestoreRefused(
            f"broken off, do not start the bot now: {_REST} continues where it was"
        ) from None
    _say(record)


async def _begin(
    address: str, taken: datetime | None, above: int, *, served: bool = False, goes_on: bool
) -> BegunRestore:
    """Begin an epoch in a database that may be `served`, or resume an interrupted restore.

    Raises WrongSetting, CannotOpen, _RestoreRefused, SQLAlchemyError.
    """
    store = await open_store(address)
    progress = Progress("restore", "games")
    try:
        kernel = Kernel(store=store, games=rules.GAMES, clock=utc_now, chance=SecretChance())
        restoration = App(kernel).matches.services.restoration
        if goes_on and await is_under_way(store):
            _print_line("this restore was broken off, it continues where it was")
            record = await restoration.resume(served=served, progress=progress.report)
            if record is not None:
                return record
        return await restoration.begin(LEASE, taken, above=above, served=served, progress=progress.report)
    except StillServed:
        raise _RestoreRefused(_SERVED) from None
    finally:
        progress.end()
        await store.close()


def _say(record: BegunRestore) -> None:
    _print_line(f"all is as of {record.backed_up.isoformat(timespec='seconds')}; no clock has run since")
    _print_line("who was deleted since is back, and what they had: ask them, or delete them again")
    _print_line(
        f"{counted(record.matches, 'running game')} will post a notice of the restore when the bot starts"
    )
    _print_line(f"{counted(record.uncertain, 'message')} waiting: each is looked for before it is sent")
    _print_line(
        "what nobody can decide is counted in the log, and shown to those concerned at their next command"
    )


def _print_line(line: str) -> None:
    print(f"restore: {line}")  # noqa: T201  # the operation's output


RESTORE: Final = Operation(
    "restore", "put a backup in place, and have all games continue from it", _run, _takes
)
