"""Column types that convert values when they are written and read."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache, partial
from typing import Any, Final, TypeVar

import sqlalchemy as sa
from pydantic import TypeAdapter, ValidationError
from sqlalchemy.types import TypeDecorator

_Value = TypeVar("_Value")
_NOTHING: Final = object()


class UtcDateTime(TypeDecorator[datetime]):
    """A point in time: stored as UTC, loaded as an aware value. Rejects naive values with ValueError."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        del dialect
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value!r} has no time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        """Restore a stored moment's time zone, which SQLite drops."""
        del dialect
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class LaterFlag(TypeDecorator[bool]):
    """A boolean in a column that a later version added: NULL in earlier rows counts as False."""

    impl = sa.Boolean
    cache_ok = True

    def process_result_value(self, value: bool | None, dialect: sa.Dialect) -> bool:
        del dialect
        return bool(value)


class TextOf(TypeDecorator[_Value]):
    """A value in its text form, such as an enumeration; `read` handles unknown texts."""

    impl = sa.Text
    cache_ok = True

    def __init__(self, read: Callable[[str], _Value], write: Callable[[_Value], str] = str) -> None:
        super().__init__()
        self.read = read
        self.write = write

    def process_bind_param(self, value: _Value | None, dialect: sa.Dialect) -> str | None:
        del dialect
        return None if value is None else self.write(value)

    def process_result_value(self, value: str | None, dialect: sa.Dialect) -> _Value | None:
        del dialect
        return None if value is None else self.read(value)


class JsonOf(TypeDecorator[_Value]):
    """An immutable value in a JSON form. `read` also gets the None of NULL; `write` may return None.

    Consecutive rows with the same JSON share one value, since a join repeats the columns of a match for each
    of its seats.
    """

    impl = sa.JSON
    cache_ok = True

    def __init__(self, read: Callable[[Any], _Value], write: Callable[[Any], object]) -> None:
        super().__init__(none_as_null=True)
        self.read = read
        self.write = write

    def process_bind_param(self, value: _Value | None, dialect: sa.Dialect) -> object:
        del dialect
        return None if value is None else self.write(value)

    def process_result_value(self, value: object, dialect: sa.Dialect) -> _Value:
        del dialect
        return self.read(value)

    def result_processor(self, dialect: sa.Dialect, coltype: object) -> Callable[[Any], Any]:
        """Return a decoder that decodes equal consecutive JSON values once."""
        decode = super().result_processor(dialect, coltype) or self.read
        latest: tuple[object, Any] = (_NOTHING, None)

        def decode_once(stored: object) -> Any:  # noqa: ANN401  # as SQLAlchemy has it
            nonlocal latest
            # Other threads replace it, too: read it once.
            known, value = latest
            if known != stored:
                value = decode(stored)
                latest = (stored, value)
            return value

        return decode_once


class UnreadableJson(ValueError):
    """Stored JSON does not match the type of its column."""


def json_of(value: Any, *, null: object = None, sparse: bool = False) -> JsonOf[Any]:  # noqa: ANN401  # a type or a special form
    """Return the column type for a type that pydantic knows; NULL means `null`.

    A `sparse` JSON omits fields that are None. Reading raises UnreadableJson with a one-line message.
    """
    adapter = TypeAdapter(value)
    dump = partial(adapter.dump_python, mode="json", exclude_none=sparse, warnings=False)

    def read(stored: object) -> object:
        if stored is None:
            return null
        try:
            return adapter.validate_python(stored)
        except ValidationError as error:
            first = error.errors(include_url=False, include_context=False)[0]
            where = ".".join(map(str, first["loc"])) or "it"
            raise UnreadableJson(f"{where}: {first['msg']}") from None
        except (AttributeError, LookupError, TypeError) as error:
            raise UnreadableJson(f"it: {error!r}") from None

    def write(value: object) -> object:
        return None if value == null else dump(value)

    return JsonOf(read, write)


def key() -> sa.types.TypeEngine[int]:
    """Return the type of row numbers assigned by the database."""
    # SQLite numbers rows automatically only in columns declared INTEGER.
    return sa.BigInteger().with_variant(sa.Integer, "sqlite")


@cache
def raw_table(table: sa.Table) -> sa.Table:
    """Return a table whose columns of JSON and of text forms are read and written as stored.

    Copies and exports use it, since values may be known only to another version. The same table is returned
    each time: a new one would make every statement compile again.
    """
    columns = (
        sa.Column(column.name, _stored_type(column.type), primary_key=column.primary_key)
        for column in table.columns
    )
    return sa.Table(table.name, sa.MetaData(), *columns)


def _stored_type(kind: sa.types.TypeEngine[Any]) -> sa.types.TypeEngine[Any]:
    return kind.impl_instance if isinstance(kind, JsonOf | TextOf) else kind
