"""Types of columns."""

from datetime import UTC, datetime

import sqlalchemy as sa
from sqlalchemy.types import TypeDecorator


class UtcDateTime(TypeDecorator[datetime]):
    """A point in time: stored as UTC, handed out aware. Refuses naive values with ValueError."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        """Turn an aware moment into UTC."""
        del dialect
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value!r} has no time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        """Give a stored moment its time zone back; SQLite keeps none."""
        del dialect
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def key() -> sa.types.TypeEngine[int]:
    """Return the type of numbers that the database gives to rows."""
    # SQLite numbers rows by itself only in columns declared INTEGER.
    return sa.BigInteger().with_variant(sa.Integer, "sqlite")
