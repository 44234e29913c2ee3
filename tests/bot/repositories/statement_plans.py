"""Query plans, without statistics, of the statements that repositories hold as constants.

A plan depends on the database's statistics: a scan is the best plan for a table known to be small. Without
statistics a plan is always the same, and scans no table if an index serves.
"""

import importlib
import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import orjson
import sqlalchemy as sa
from sqlalchemy.sql import ClauseElement, visitors
from sqlalchemy.sql.compiler import SQLCompiler

from bot.app import TABLES
from data.connections.async_engines import AsyncConnection

_REPOSITORIES: Final = ("bot.features", "bot.kernel", "bot.monitoring", "bot.repositories", "data.cluster")
"""The packages whose modules query the database."""
SMALL: Final = frozenset(
    {
        "processes",
        "shards",
        "identifies",
        "holds",
        "refused_requests",
        "job_claims",
        "epochs",
        "backups",
        "alarms",
    }
)
"""Tables that may be scanned: they do not grow with people or games."""
EXEMPT: Final = frozenset(
    {
        # Used when a person or a server is deleted, someone requests their data, or a backup is restored.
        "bot.repositories.people.deletions._OPEN_SEATS",
        "bot.kernel.personal.others._NAMES",
        "bot.repositories.matches.own_plies._HELD",
        "bot.kernel.personal.server_data._CHALLENGES",
        "bot.features.servers.store.server_rows._KNOWN",
        "bot.repositories.restores._OPEN",
        # Used when all ratings are recomputed, which reads every game anyway. Seats change hands rarely:
        # PostgreSQL may begin with those seats rather than with the games.
        "bot.repositories.matches.substitutions._ACCEPTED_RATED",
        # A base for other statements.
        "bot.repositories.matches.matches._LEFT_UNRATED",
    }
)
"""Statements that may scan a table."""
_SCAN: Final = re.compile(r"SCAN (?P<table>\w+)(?: USING (?:COVERING )?INDEX (?P<index>\w+))?")
_WITHOUT_TABLE_SCANS: Final = (
    "SET LOCAL enable_seqscan = off",
    "SET LOCAL enable_hashjoin = off",
    "SET LOCAL enable_mergejoin = off",
    "SET LOCAL plan_cache_mode = force_generic_plan",
)


@dataclass(frozen=True, slots=True)
class KnownStatement:
    """A statement and the constant that holds it."""

    name: str
    statement: ClauseElement


@cache
def known_statements(dialect: str) -> tuple[KnownStatement, ...]:
    """Return the repositories' row-selecting statements in a dialect."""
    statements = []
    for module in _modules(_REPOSITORIES):
        names = vars(importlib.import_module(module.name))
        for name, value in names.items():
            for statement in _values_for(value, dialect):
                if isinstance(statement, ClauseElement) and _chooses(statement):
                    statements.append(KnownStatement(f"{module.name}.{name}", statement))  # noqa: PERF401  # as a loop it can be read
    return tuple(statements)


def _modules(packages: Iterable[str]) -> Iterator[pkgutil.ModuleInfo]:
    for package in map(importlib.import_module, packages):
        yield from pkgutil.walk_packages(package.__path__, f"{package.__name__}.")


def _values_for(value: object, dialect: str) -> Iterable[object]:
    """Return a constant's value for a dialect; a mapping without that dialect gives all its values."""
    if not isinstance(value, Mapping):
        return (value,)
    return (value[dialect],) if dialect in value else value.values()


def _chooses(value: object) -> bool:
    """Return whether a value is a complete statement that selects rows, not a base for others."""
    match value:
        case sa.Insert():
            return value.select is not None
        case sa.Select():
            return value.whereclause is not None or _has_choice(value)
        case _:
            return isinstance(value, sa.Update | sa.Delete | sa.CompoundSelect)


def _has_choice(statement: sa.Select[Any]) -> bool:
    return any(isinstance(part, sa.Subquery) for part in visitors.iterate(statement))


async def scanning_statements(connection: AsyncConnection) -> list[str]:
    """Return the statements that scan a table, each with the table."""
    dialect = connection.dialect.name
    if dialect == "postgresql":
        for setting in _WITHOUT_TABLE_SCANS:
            await connection.exec_driver_sql(setting)
    scans = _sqlite_scans if dialect == "sqlite" else _postgresql_scans
    return [
        f"{known.name}: {table}"
        for known in known_statements(dialect)
        if known.name not in EXEMPT
        for table in await scans(connection, known.statement)
        if table not in SMALL
    ]


def _compile(statement: ClauseElement, dialect: sa.Dialect) -> tuple[str, int]:
    """Return a compiled statement and its number of values."""

    def fill(bind: sa.BindParameter[Any]) -> None:
        bind.required = False
        if bind.expanding:
            bind.value = [0]

    filled = visitors.cloned_traverse(_changing_no_key(statement), {}, {"bindparam": fill})
    compiled = filled.compile(dialect=dialect, compile_kwargs={"render_postcompile": True})
    values = compiled.positiontup if isinstance(compiled, SQLCompiler) else None
    return str(compiled), len(values or ())


def _changing_no_key(statement: ClauseElement) -> ClauseElement:
    """Return an update of one non-key column; without named columns it would set them all."""
    if isinstance(statement, sa.Update) and isinstance(statement.table, sa.Table):
        open_to_change = next(column for column in statement.table.c if not column.primary_key)
        return statement.values({open_to_change: sa.bindparam("_any", type_=open_to_change.type)})
    return statement


async def _sqlite_scans(connection: AsyncConnection, statement: ClauseElement) -> list[str]:
    sql, values = _compile(statement, connection.dialect)
    rows = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", (None,) * values)
    tables = {
        str(part.name): part.element.name
        for part in visitors.iterate(statement)
        if isinstance(part, sa.Alias) and isinstance(part.element, sa.Table)
    }
    scans = []
    for row in rows:
        step = _SCAN.match(row.detail)
        table = None if step is None else tables.get(step["table"], step["table"])
        if step is not None and step["index"] not in _partial():
            scans.append(str(table))
    return _of_program(scans)


async def _postgresql_scans(connection: AsyncConnection, statement: ClauseElement) -> list[str]:
    sql, values = _compile(statement, connection.dialect)
    await connection.exec_driver_sql(f"PREPARE looked_at AS {sql}")
    parameters = f"({', '.join(['NULL'] * values)})" if values else ""
    query_plan = await connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) EXECUTE looked_at{parameters}")
    plan = query_plan.scalar_one()
    await connection.exec_driver_sql("DEALLOCATE looked_at")
    (whole,) = orjson.loads(plan) if isinstance(plan, str) else plan
    return _of_program(_scans_in(whole["Plan"]))


def _of_program(names: Iterable[str]) -> list[str]:
    """Return the names of this program's tables."""
    return [name for name in names if name in TABLES.tables]


def _scans_in(node: Mapping[str, Any]) -> Iterator[str]:
    """Yield the tables that a plan node scans."""
    kind = node["Node Type"]
    if kind == "Seq Scan":
        yield node["Relation Name"]
    elif "Index" in kind and "Index Cond" not in node and node["Index Name"] not in _partial():
        yield _tables_by_index().get(node["Index Name"], node["Index Name"])
    for part in node.get("Plans", ()):
        yield from _scans_in(part)


@cache
def _partial() -> frozenset[str]:
    indexes = (index for table in TABLES.sorted_tables for index in table.indexes)
    return frozenset(
        str(index.name) for index in indexes if index.dialect_options["sqlite"]["where"] is not None
    )


@cache
def _tables_by_index() -> Mapping[str, str]:
    """Return the tables' names by index name."""
    return {
        str(name): table.name
        for table in TABLES.sorted_tables
        for name in (table.primary_key.name, *(index.name for index in table.indexes))
    }
