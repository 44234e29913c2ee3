"""Statements made ready for SQLite once: their text, the way values take into it, and rows out of it.

SQLAlchemy finds all of that out anew at every execution, which takes longer than SQLite needs to execute.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from weakref import WeakKeyDictionary

import sqlalchemy as sa
from sqlalchemy.engine import IteratorResult
from sqlalchemy.engine.result import SimpleResultMetaData
from sqlalchemy.exc import StatementError
from sqlalchemy.sql.compiler import SQLCompiler

from data.pipelined_sqlite import Statement

Values = Mapping[str, Any]
_Process = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class _Form:
    """The text for lists of some lengths, and the values it takes, in order, with what makes them fit."""

    sql: str
    lists: Mapping[str, Sequence[str]]
    slots: tuple[tuple[str, _Process | None], ...]


class CompiledStatement:
    """A statement as SQLite takes it, for values of some names."""

    def __init__(self, statement: sa.Executable, dialect: sa.Dialect, names: Sequence[str]) -> None:
        compiled = statement.compile(dialect=dialect, column_keys=names)  # type: ignore[attr-defined]  # every statement can
        if not isinstance(compiled, SQLCompiler):
            raise TypeError(f"{statement!r} is nothing to execute")
        self._compiled: Final = compiled
        self._dialect: Final = dialect
        self._lists: Final = tuple(name for name, bind in compiled.binds.items() if bind.expanding)
        self._forms: Final[dict[tuple[int, ...], _Form]] = {}
        self._given: Final = {
            name: bind.effective_value
            for name, bind in compiled.binds.items()
            if name not in names and not bind.required
        }
        columns = list(getattr(statement, "exported_columns", ()))
        self._metadata: Final = SimpleResultMetaData([str(column.key) for column in columns])
        processes = (column.type.dialect_impl(dialect).result_processor(dialect, None) for column in columns)
        self._processes: Final = tuple(
            (index, process) for index, process in enumerate(processes) if process is not None
        )

    def with_values(self, values: Values) -> Statement:
        """Return it with values. Raises StatementError for unfit ones."""
        form = self._form(values)
        return Statement(form.sql, self._fitted(form, values))

    def with_many(self, many: Sequence[Values]) -> Statement:
        """Return it to be executed once for each set of values. Raises StatementError for unfit ones."""
        form = self._form(many[0])
        return Statement(form.sql, [self._fitted(form, values) for values in many], many=True)

    def result(self, rows: Sequence[Sequence[Any]]) -> sa.Result[Any]:
        """Return rows of SQLite as SQLAlchemy hands them out."""
        return IteratorResult(self._metadata, iter(map(self._processed, rows) if self._processes else rows))

    def _form(self, values: Values) -> _Form:
        lengths = tuple([len(values[name]) for name in self._lists])
        form = self._forms.get(lengths)
        if form is None:
            form = self._forms[lengths] = self._expanded(values)
        return form

    def _expanded(self, values: Values) -> _Form:
        binds = self._compiled.binds
        state = self._compiled.construct_expanded_state({n: v for n, v in values.items() if n in binds})
        origins = {part: name for name, parts in state.parameter_expansion.items() for part in parts}
        slots = (
            (name, binds[origins.get(name, name)].type.dialect_impl(self._dialect))
            for name in state.positiontup or ()
        )
        return _Form(
            state.statement,
            state.parameter_expansion,
            tuple((name, kind.bind_processor(self._dialect)) for name, kind in slots),
        )

    def _fitted(self, form: _Form, values: Values) -> tuple[Any, ...]:
        given = values
        if self._given or form.lists:
            given = {**self._given, **values}
            for name, parts in form.lists.items():
                given.update(zip(parts, values[name], strict=True))
        try:
            return tuple(
                [given[name] if process is None else process(given[name]) for name, process in form.slots]
            )
        except Exception as error:
            raise StatementError(str(error), form.sql, None, error, hide_parameters=True) from error

    def _processed(self, row: Sequence[Any]) -> tuple[Any, ...]:
        values = list(row)
        for index, process in self._processes:
            # Every type here reads nothing as nothing, and much of a row is nothing.
            if values[index] is not None:
                values[index] = process(values[index])
        return tuple(values)


class CompiledStatements:
    """Makes statements ready when they are executed for the first time; forgets those nobody has any more."""

    def __init__(self, dialect: sa.Dialect) -> None:
        self._dialect = dialect
        self._known: WeakKeyDictionary[sa.Executable, dict[tuple[str, ...], CompiledStatement]]
        self._known = WeakKeyDictionary()

    def ready(self, statement: sa.Executable, values: Values) -> CompiledStatement:
        """Return a statement made ready for values of these names."""
        by_names = self._known.get(statement)
        if by_names is None:
            by_names = self._known[statement] = {}
        names = tuple(values)
        found = by_names.get(names)
        if found is None:
            found = by_names[names] = CompiledStatement(statement, self._dialect, names)
        return found
