"""Database files: readable only by their owner, and durable after a power loss."""

import os
from contextlib import suppress
from pathlib import Path


def make_private(file: Path) -> None:
    """Create a file, empty and readable only by its owner, if it does not exist.

    It will hold the secrets of the dice. SQLite's additional files get the same permissions. Raises OSError.
    """
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def sync(path: Path) -> None:
    """Flush a file or a folder to disk, so that it survives a power loss."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


class WatchedFile:
    """A database's file, which may be moved away while it is open.

    SQLite would continue writing into a log under the old name, invisible to the moved file.
    """

    def __init__(self, path: Path) -> None:
        """Watch the current file. Raises OSError."""
        self._path = path
        self._is = self._identity()

    def refuse_moved(self) -> None:
        """Raise OSError if the file is no longer in its place."""
        if self._identity() != self._is:
            # Without errno and filename it is logged as an outage, in one line.
            raise OSError(f"the database's file {self._path} was moved away: put it back, or stop the bot")

    def _identity(self) -> tuple[int, int] | None:
        try:
            status = self._path.stat()
        except FileNotFoundError:
            return None
        return status.st_dev, status.st_ino
