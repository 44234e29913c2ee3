"""Connections of asyncpg for SQLAlchemy, whose failures are those that the rest of the program knows."""

from typing import Any

import asyncpg

from data.outages import DriverError


async def connect(*arguments: Any, **settings: Any) -> asyncpg.Connection:  # noqa: ANN401  # as asyncpg takes them
    """Connect as asyncpg does. Raises DriverError for what asyncpg raises, and OSError.

    SQLAlchemy translates what its driver raises, but not while a connection is made.
    """
    try:
        return await asyncpg.connect(*arguments, **settings)
    except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise DriverError(str(error)) from error
