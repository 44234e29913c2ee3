"""Database errors: outages, full disks, retries, one-line descriptions."""

import errno
import sqlite3

import pytest
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, OperationalError, ProgrammingError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from data.connections.dialects import gives_way
from data.outages import DriverError, in_one_line, is_disk_full, is_of_database, is_outage


class Refused(Exception):
    """A PostgreSQL error as its driver raises it."""

    def __init__(self, sqlstate: str) -> None:
        super().__init__("line one\n  line two")
        self.sqlstate = sqlstate


def of_sqlite(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("no")
    error.sqlite_errorcode = code
    return error


def wrap(cause: BaseException, kind: type[DBAPIError] = OperationalError) -> DBAPIError:
    return kind("SELECT secret", {}, cause)


@pytest.mark.parametrize(
    ("error", "outage", "of_database"),
    [
        (wrap(Refused("57P01")), True, True),
        (NoConnectionFree(), True, True),
        (DriverError("too many clients"), True, True),
        (ConnectionRefusedError(111, "refused"), True, False),
        (TimeoutError(), True, False),
        (wrap(Refused("23505"), IntegrityError), False, False),
        (wrap(Refused("22003"), DataError), False, False),
        (wrap(Refused("42P01"), ProgrammingError), False, False),
        (ValueError("a mistake"), False, False),
    ],
)
def test_an_outage_is_not_a_statement_error(error: Exception, *, outage: bool, of_database: bool) -> None:
    assert (is_outage(error), is_of_database(error)) == (outage, of_database)


@pytest.mark.parametrize(
    ("error", "full"),
    [
        (OSError(errno.ENOSPC, "No space left"), True),
        (OSError(errno.EDQUOT, "Quota exceeded"), True),
        (OSError(errno.EACCES, "Permission denied"), False),
        (wrap(of_sqlite(sqlite3.SQLITE_FULL)), True),
        (wrap(of_sqlite(sqlite3.SQLITE_BUSY)), False),
        (wrap(Refused("53100")), True),
        (wrap(Refused("53200")), False),
    ],
)
def test_a_full_disk_is_recognized_by_its_code(error: Exception, *, full: bool) -> None:
    assert is_disk_full(error) is full


@pytest.mark.parametrize(
    ("error", "again"),
    [
        (wrap(of_sqlite(sqlite3.SQLITE_BUSY)), True),
        (wrap(of_sqlite(sqlite3.SQLITE_FULL)), False),
        (wrap(Refused("55P03")), True),
        (wrap(Refused("40P01")), True),
        (wrap(Refused("53100")), False),
        (OSError(), False),
    ],
)
def test_lock_conflicts_are_retried(error: Exception, *, again: bool) -> None:
    assert gives_way(error) is again


def test_one_line_errors_omit_the_statement() -> None:
    assert in_one_line(wrap(Refused("57P01"))) == "line one line two"
    assert in_one_line(OSError("gone\naway")) == "gone away"
    assert in_one_line(TimeoutError()) == "TimeoutError"
