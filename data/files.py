"""Files of databases: their owner alone may read them, and they survive a loss of power."""

import os
from contextlib import suppress
from pathlib import Path


def make_private(file: Path) -> None:
    """Create a file, empty and readable by its owner alone, if it does not exist.

    The secrets of dice are in it. SQLite's additional files get the same rights. Raises OSError.
    """
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def sync(path: Path) -> None:
    """Flush a file or a folder to disk, so that it survives a loss of power."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


class WatchedFile:
    """A database's file, which somebody may move away while it is open.

    SQLite would write on, into a log under the old name, and the moved file would never see it.
    """

    def __init__(self, path: Path) -> None:
        """Watch the file that is there now. Raises OSError."""
        self._path = path
        self._is = self._identity()

    def refuse_moved(self) -> None:
        """Raise OSError if it is no longer in its place."""
        if self._identity() != self._is:
            # Without errno and filename, so that it is logged as an outage, in a line.
            raise OSError(f"the database's file {self._path} was moved away: put it back, or stop the bot")

    def _identity(self) -> tuple[int, int] | None:
        try:
            status = self._path.stat()
        except FileNotFoundError:
            return None
        return status.st_dev, status.st_ino
