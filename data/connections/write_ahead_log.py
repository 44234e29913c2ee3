"""SQLite's write-ahead log, which keeps old pages until it is overwritten."""

import asyncio
import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

_BUSY_SECONDS: Final = 0.2
"""Seconds that the first attempt waits for readers; it blocks all writers."""

log = logging.getLogger(__name__)


class WriteAheadLog:
    """The log of one file. `holds_erased`: a reader kept it from losing erased data."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.holds_erased = False

    async def empty(self) -> None:
        """Write the whole log into the file and truncate it, unless a reader is active."""
        try:
            # A reader that stays for minutes must not delay every write.
            emptied = await asyncio.to_thread(self._cut, 0.0 if self.holds_erased else _BUSY_SECONDS)
        except sqlite3.Error as error:
            log.warning(
                "truncating the write-ahead log of %s failed, will be retried: %s", self._file.name, error
            )
            emptied = False
        self.holds_erased = not emptied

    def _cut(self, seconds: float) -> bool:
        with closing(sqlite3.connect(self._file, timeout=seconds, isolation_level=None)) as connection:
            (is_busy, _, _) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not is_busy
