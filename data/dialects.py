"""What differs between the two databases: how an insert that may meet a row is spelt, and who may write."""

from collections.abc import Callable, Mapping
from typing import Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

INSERT: Final[Mapping[str, Callable[[sa.Table], sqlite.Insert | postgresql.Insert]]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}

ONE_WRITER: Final = "sqlite"
"""The database that lets one transaction write at a time; in the other, rows are locked."""
