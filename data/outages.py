"""What is raised while the database cannot be reached, or does not take a change just now."""

from typing import Final

import asyncpg
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

OUTAGES: Final = (
    DBAPIError,
    NoConnectionFree,
    # While a connection is made SQLAlchemy passes on what the driver raises.
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    OSError,
    TimeoutError,
)
