"""Mappings between dataclasses and rows: columns have the names of fields."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Generic, TypeVar

import sqlalchemy as sa

_Value = TypeVar("_Value")
_NONE: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class RowPart(Generic[_Value]):
    """A field whose value has several columns; it is None if the column `unless_null` is NULL."""

    mapping: "RowMapping[_Value]"
    unless_null: str | None = None


class RowMapping(Generic[_Value]):
    """The columns of a dataclass: a field's column has its name, or the name in `columns`.

    `parts` are fields with several columns. `apart` are fields without a column of their own: they are passed
    to `read`, and written by other means. The columns in `read_only`, and parts with such names, are labels
    in statements, or are written by other means.
    """

    def __init__(
        self,
        value: type[_Value],
        *,
        columns: Mapping[str, str] = _NONE,
        parts: Mapping[str, RowPart[Any]] = _NONE,
        apart: Collection[str] = (),
        read_only: Collection[str] = (),
    ) -> None:
        # mypy has no type for "any dataclass".
        known = fields(value)  # type: ignore[arg-type]  # a dataclass
        self._value = value
        names = [field.name for field in known]
        self._own = tuple(name for name in names if name not in {*parts, *apart})
        self._columns = tuple(columns.get(name, name) for name in self._own)
        self._cells = _getter(self._columns)
        # A value whose fields each have a single column is built from these in order.
        self._whole = self._own == tuple(names) and not any(field.kw_only for field in known)
        self._parts = tuple(parts.items())
        self._written_parts = tuple(
            (part.mapping, attrgetter(name)) for name, part in parts.items() if name not in read_only
        )
        self._written = tuple(
            (column, attrgetter(name))
            for name, column in zip(self._own, self._columns, strict=True)
            if column not in read_only
        )

    def read(self, row: sa.Row[*tuple[Any, ...]], **apart: object) -> _Value:
        """Return the value in a row."""
        if self._whole:
            return self._value(*self._cells(row))
        values = dict(zip(self._own, self._cells(row), strict=True), **apart)
        for name, part in self._parts:
            absent = part.unless_null is not None and getattr(row, part.unless_null) is None
            values[name] = None if absent else part.mapping.read(row)
        return self._value(**values)

    def columns_of(self, value: _Value | None) -> dict[str, Any]:
        """Return a value's columns; for None all are NULL."""
        cells = {column: None if value is None else cell(value) for column, cell in self._written}
        for mapping, part in self._written_parts:
            cells |= mapping.columns_of(None if value is None else part(value))
        return cells

    def changed_columns(self, before: _Value, after: _Value) -> dict[str, Any]:
        """Return the columns that differ between two values, with the values of `after`."""
        were = self.columns_of(before)
        return {column: cell for column, cell in self.columns_of(after).items() if cell != were[column]}


def _getter(columns: Sequence[str]) -> Callable[[object], tuple[Any, ...]]:
    """Return a function from a row to its cells; `attrgetter` would return a single cell without a tuple."""
    if len(columns) > 1:
        return attrgetter(*columns)
    return lambda row: tuple(getattr(row, column) for column in columns)
