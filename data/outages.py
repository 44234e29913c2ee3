"""Errors raised while the database cannot be reached, or rejects a change for now."""

import errno
import sqlite3
from typing import Final

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as NoConnectionFree


class DriverError(ConnectionError):
    """PostgreSQL, or its driver, refused a connection."""


OUTAGES: Final = (DBAPIError, NoConnectionFree, OSError, TimeoutError)

_DISK_FULL: Final = "53100"
"""PostgreSQL's code for a full disk."""
_OF_THE_STATEMENT: Final = (DataError, IntegrityError, ProgrammingError)
"""Errors of the statement itself; a retry would fail the same way."""


_OF_THE_DATABASE: Final = (DBAPIError, NoConnectionFree, DriverError)


def is_of_database(error: BaseException) -> bool:
    """Return whether the database itself or its driver reports an outage."""
    return isinstance(error, _OF_THE_DATABASE) and is_outage(error)


def in_one_line(error: BaseException) -> str:
    """Return a database's error in one line; SQLAlchemy would add the whole statement."""
    cause = getattr(error, "orig", None) or error
    return " ".join(str(cause).split()) or type(cause).__name__


def is_outage(error: BaseException) -> bool:
    """Return whether a retry may succeed a moment later."""
    return isinstance(error, OUTAGES) and not isinstance(error, _OF_THE_STATEMENT)


def is_disk_full(error: BaseException) -> bool:
    """Return whether an error is caused by a full disk, here or at the database."""
    cause = getattr(error, "orig", None) or error
    if getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
        return True
    full = (errno.ENOSPC, errno.EDQUOT)
    return getattr(cause, "sqlstate", None) == _DISK_FULL or getattr(cause, "errno", None) in full
