"""What is raised while the database cannot be reached, or does not take a change just now."""

from typing import Final

import asyncpg
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError
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

_OF_THE_STATEMENT: Final = (DataError, IntegrityError, ProgrammingError)
"""What the database has against a statement itself: it would say the same again."""


def is_outage(error: BaseException) -> bool:
    """Return whether the same may go well a moment later."""
    return isinstance(error, OUTAGES) and not isinstance(error, _OF_THE_STATEMENT)
