"""The one thing the two databases spell through different classes: an insert that may meet a row."""

from collections.abc import Callable, Mapping
from typing import Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

INSERT: Final[Mapping[str, Callable[[sa.Table], sqlite.Insert | postgresql.Insert]]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}
