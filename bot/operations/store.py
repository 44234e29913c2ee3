"""Opening the database that the settings name."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from pathlib import Path

import filelock

import data
from bot.cluster.shard_request import ShardRequest
from bot.operations.operation import CannotOpen
from bot.settings import PREFIX, WrongSetting
from data.connections.urls import driver_url, file_of, open_error
from data.keeping.database import Database
from data.outages import OUTAGES
from data.store import Store


class FileInUse(RuntimeError):
    """A bot uses the database file; the message is one line."""


async def open_store(url: str, idle_limit: timedelta | None = None) -> Store:
    """Open the store at a database address, and upgrade its tables.

    Raises WrongSetting, CannotOpen.
    """
    try:
        return await Store.open(url, idle_limit=idle_limit)
    except ValueError as error:
        raise WrongSetting(f"{PREFIX}DATABASE_URL: {error}") from error
    except (data.OtherVersion, data.StoreUnavailable, OSError) as error:
        raise CannotOpen(f"{PREFIX}DATABASE_URL: {error}") from error


async def open_database(url: str) -> Database:
    """Open the existing database at an address; none is created. Raises WrongSetting, CannotOpen."""
    try:
        return await Database.open(url)
    except ValueError as error:
        raise WrongSetting(f"{PREFIX}DATABASE_URL: {error}") from error
    except data.StoreUnavailable as error:
        raise CannotOpen(f"{PREFIX}DATABASE_URL: {error}") from error


@contextmanager
def database_errors(url: str) -> Iterator[None]:
    """Turn database outages into CannotOpen with a one-line message."""
    try:
        yield
    except OUTAGES as error:
        reason = open_error(driver_url(url), error)
        raise CannotOpen(f"{PREFIX}DATABASE_URL: {reason}") from error


@contextmanager
def only_process(url: str, request: ShardRequest) -> Iterator[bool]:
    """Hold the database for this bot during the block; yield whether no other process can use it.

    That is the case for a database file. Raises CannotOpen if another process holds it, and WrongSetting for
    a request to share it.
    """
    try:
        file = file_of(url)
    except ValueError as error:
        raise WrongSetting(f"{PREFIX}DATABASE_URL: {error}") from error
    if file is None:
        yield False
        return
    if not request.is_whole:
        raise WrongSetting(f"{PREFIX}SHARDS: over SQLite one process holds all shards")
    with ExitStack() as stack:
        try:
            stack.enter_context(file_lock(file))
        except NotADirectoryError as error:
            raise WrongSetting(f"{PREFIX}DATABASE_URL: {error}") from error
        except (FileInUse, OSError) as error:
            raise CannotOpen(f"{PREFIX}DATABASE_URL: {error}") from error
        yield True


@contextmanager
def file_lock(file: Path) -> Iterator[None]:
    """Hold a file's lock during the block, so that no bot uses it. Raises FileInUse and OSError."""
    lock = filelock.FileLock(f"{file}.lock", timeout=0)
    # Otherwise the lock would create the directory of a wrong address.
    if not file.parent.is_dir():
        raise NotADirectoryError(f"there is no directory {file.parent}")
    try:
        lock.acquire()
    except filelock.Timeout:
        raise FileInUse(f"another process runs the bot over {file} already") from None
    try:
        yield
    finally:
        lock.release()
