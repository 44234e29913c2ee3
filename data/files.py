"""Files of databases: their owner alone may read them, and they survive a loss of power."""

import os
from contextlib import suppress
from pathlib import Path


def make_private(file: Path) -> None:
    """Have a file be there, an empty one where there was none, readable by its owner alone if it is new.

    The secrets of dice are in it. What SQLite puts beside a database gets the same rights. Raises OSError.
    """
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def sync(path: Path) -> None:
    """Have what was written to a file, or a folder, survive a loss of power."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
