"""The terms of a tournament: a column each for the given fields, and a JSON column for the others."""

from dataclasses import fields, replace
from typing import Any, Final

import sqlalchemy as sa
from pydantic import TypeAdapter

from bot.model.challenges.terms import Terms

_TERMS: Final = TypeAdapter(Terms)
_FIELDS: Final = tuple(field.name for field in fields(Terms))


class TermsColumns:
    """The columns of a table with terms: a field's column has its name.

    A JSON column named `others` holds the remaining fields. NULL means the default of a field.
    """

    def __init__(self, table: sa.Table, others: str) -> None:
        self._own = tuple(name for name in _FIELDS if name in table.c)
        self._others = others

    def columns_of(self, terms: Terms) -> dict[str, object]:
        own = {name: getattr(terms, name) for name in self._own}
        # Games may store their options in a mapping proxy that pydantic cannot serialise.
        plain = replace(terms, options=dict(terms.options))
        return {**own, self._others: _TERMS.dump_python(plain, mode="json", exclude=set(self._own))}

    def read(self, row: sa.Row[*tuple[Any, ...]]) -> Terms:
        others = getattr(row, self._others)
        own = {name: getattr(row, name) for name in self._own}
        values = {name: value for name, value in {**(others or {}), **own}.items() if value is not None}
        return _TERMS.validate_python(values)
