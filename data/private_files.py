"""Files that their owner alone may read: the secrets of dice are in them."""

import os
from contextlib import suppress
from pathlib import Path


def make_private(file: Path) -> None:
    """Have a file be there, an empty one where there was none, readable by its owner alone if it is new.

    What SQLite puts beside a database gets the same rights. Raises OSError.
    """
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
