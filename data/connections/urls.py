"""Parsing and checking the database addresses that people write."""

from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
_KNOWN_PARAMETERS = frozenset(
    {"host", "passfile", "port", "ssl", "sslmode", "target_session_attrs", "user", "password"}
)
"""Parameters allowed after the question mark; the driver gets them unchanged."""
_SSL_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
_FORMS = "sqlite:///path/to/file.db or postgresql://user:password@host/database"


def driver_url(text: str) -> sa.URL:
    """Parse an address and add its driver.

    Raises ValueError, without repeating passwords, for anything but the two forms in its message.
    """
    try:
        url = sa.make_url(text)
    except (ArgumentError, ValueError):
        raise ValueError(f"not a database address; write {_FORMS}") from None
    driver = _DRIVERS.get(url.drivername)
    if driver is None:
        raise ValueError(f"cannot store games in {url.drivername!r}; write {_FORMS}")
    if not url.database or url.database == ":memory:":
        raise ValueError(f"the database address names no lasting database; write {_FORMS}")
    if url.drivername == "sqlite" and (url.host or url.query):
        raise ValueError("the SQLite address must be sqlite:/// and a path, nothing else; write " + _FORMS)
    unknown = sorted(set(url.query) - _KNOWN_PARAMETERS)
    if unknown:
        names = ", ".join(sorted(_KNOWN_PARAMETERS))
        raise ValueError(f"the database address has a parameter {unknown[0]!r}; it may have {names}")
    try:
        # The driver detects all other contradictions.
        url.set(drivername=driver).get_dialect()().create_connect_args(url)
    except ArgumentError as error:
        raise ValueError(f"the database address cannot be used: {error}") from None
    mode = url.query.get("sslmode") or url.query.get("ssl")
    if mode is not None and mode not in _SSL_MODES:
        raise ValueError(f"sslmode in the database address must be one of {', '.join(_SSL_MODES)}")
    return _with_ssl(url.set(drivername=driver))


def file_of(text: str) -> Path | None:
    """Return the file of an address, None for a server. Raises the errors of `driver_url`.

    Links to the same file give the same result.
    """
    url = driver_url(text)
    return Path(url.database).resolve() if url.get_backend_name() == "sqlite" and url.database else None


def open_error(url: sa.URL, error: BaseException) -> str:
    """Return a one-line reason why a database did not open, with its host or path if it was not reached."""
    cause = getattr(error, "orig", None) or error
    reason = (isinstance(cause, OSError) and cause.strerror) or " ".join(str(cause).split())
    if isinstance(cause, OSError):
        address = str(url.host or url.query.get("host") or "localhost")
        return f"{address}{'' if url.port is None else f':{url.port}'}: {reason}"
    if reason.startswith("unable to open"):
        return f"{reason} {url.database}"
    return reason or type(cause).__name__


def _with_ssl(url: sa.URL) -> sa.URL:
    # People copy addresses written for libpq; asyncpg calls the setting `ssl`.
    mode = url.query.get("sslmode")
    if mode is None:
        return url
    return url.difference_update_query(["sslmode"]).update_query_dict({"ssl": mode})
