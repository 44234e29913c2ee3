"""asyncpg connections for SQLAlchemy, with errors that the rest of the program knows."""

from typing import Any

import asyncpg

from data.outages import DriverError


async def connect(*arguments: Any, **settings: Any) -> asyncpg.Connection:  # noqa: ANN401  # as asyncpg takes them
    """Connect with asyncpg. Raises DriverError in place of asyncpg's errors, and OSError.

    SQLAlchemy does not translate its driver's errors while it connects.
    """
    try:
        return await asyncpg.connect(*arguments, **settings)
    except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise DriverError(str(error)) from error
