"""Query plans in SQLite: no table scans in the repositories' calls."""

import importlib
import inspect
import pkgutil
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest
import pytest_asyncio
import sqlalchemy as sa

import bot.features
import bot.monitoring
import bot.repositories
import data.cluster
from data.store import Store
from tests.data.repository_calls import CALLS

pytest_plugins = ("tests.data.databases",)

_CHOICES = {"SCAN first", "SCAN later", "SCAN due", "SCAN chosen"}
"""Scans of the few notices of one claim."""
_SMALL = {"SCAN processes", "SCAN alembic_version", "SCAN sqlite_schema"}
"""Scans of tables with a handful of rows."""
_WANTED_WHOLE = (
    "ix_notices_due",
    "ix_notices_claimed",
    "ix_notices_missed",
    "ix_games_server_running",
    "ix_games_key_running",
    "ix_job_claims_claimant",
)
_SILENT = {"RatingRepository.lock"}
"""Methods without a statement in SQLite, where only one transaction writes at a time anyway."""

_NEXT = "SELECT 1"


def repositories() -> frozenset[type]:
    """Return the repositories of all packages."""
    packages = (bot.features, bot.monitoring, bot.repositories, data.cluster)
    names = (
        module.name
        for package in packages
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    )
    modules = [importlib.import_module(name) for name in names]
    members = (value for module in modules for value in vars(module).values())
    return frozenset(
        kind for kind in members if inspect.isclass(kind) and kind.__name__.endswith("Repository")
    )


def test_covered_repositories_are_covered_completely() -> None:
    """`tests/bot/repositories/test_statement_plans.py` covers the plans of all statements."""
    names = {name.partition(".")[0] for name in CALLS}
    declared = {
        f"{kind.__name__}.{name}"
        for kind in repositories()
        if kind.__name__ in names
        for name, _ in inspect.getmembers(kind, inspect.iscoroutinefunction)
        if not name.startswith("_")
    }
    assert declared == set(CALLS)


@dataclass(slots=True)
class Heard:
    """An open store, and the statements of each call with their parameters."""

    store: Store
    statements: dict[str, list[tuple[str, Any]]]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def query_log(tmp_path_factory: pytest.TempPathFactory, sqlite_tables: Path) -> AsyncIterator[Heard]:
    """The statements of all calls, logged once for the module."""
    path = tmp_path_factory.mktemp("plans") / "games.db"
    copyfile(sqlite_tables, path)
    store = await Store.open(f"sqlite:///{path}")
    statements: dict[str, list[tuple[str, Any]]] = {name: [] for name in CALLS}
    now: list[str] = []

    def hear(_connection: Any, _cursor: Any, statement: str, values: Any, _context: Any, many: bool) -> None:
        if statement != _NEXT:
            statements[now[-1]].append((statement, values[0] if many else values))

    sa.event.listen(sa.Engine, "before_cursor_execute", hear)
    async with store.write() as session:
        for name, call in CALLS.items():
            now.append(name)
            await call(session)
            # Deferred statements are executed before it.
            await session.connection.execute(sa.text(_NEXT))
    sa.event.remove(sa.Engine, "before_cursor_execute", hear)
    yield Heard(store, statements)
    await store.close()


async def _plan(store: Store, statement: str, parameters: Any) -> list[str]:
    async with store._engines.reader.connect() as connection:
        rows = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
        return [row.detail for row in rows]


async def test_no_statement_scans_a_table(query_log: Heard) -> None:
    scans: dict[str, list[str]] = {}
    for name, statements in query_log.statements.items():
        assert bool(statements) != (name in _SILENT), name
        for statement, parameters in statements:
            steps = await _plan(query_log.store, statement, parameters)
            full_scans = [
                step for step in steps if step.startswith("SCAN") and not _harmless(statement, step)
            ]
            if full_scans:
                scans[name] = full_scans
    assert scans == {}


def _harmless(statement: str, step: str) -> bool:
    """Return whether a step reads a bounded selection, or an index whose rows are all needed.

    The plan of an insert into a referenced table names a scan that SQLite makes only for constraints deferred
    to the end of the transaction; none are deferred here.
    """
    if step in {*_CHOICES, "SCAN CONSTANT ROW", *_SMALL} or step.startswith("SCAN pragma_page_"):
        return True
    if statement.startswith("INSERT"):
        return step in {"SCAN notices", "SCAN deeds"}
    return any(f"INDEX {index}" in step for index in _WANTED_WHOLE)


async def test_a_scan_is_detected(query_log: Heard) -> None:
    statement = "SELECT * FROM games WHERE position = ?"
    (step,) = await _plan(query_log.store, statement, ("a",))
    assert step.startswith("SCAN")
    assert not _harmless(statement, step)


async def test_timer_queries_use_one_index_entry(query_log: Heard) -> None:
    for name in ("TimerRepository.next_due", "TimerRepository.due"):
        ((statement, parameters),) = query_log.statements[name]
        steps = await _plan(query_log.store, statement, parameters)
        looks = [step for step in steps if step.startswith("SEARCH timers")]
        assert looks
        assert not [look for look in looks if "USING COVERING INDEX ix_timers_kind_due (kind=?" not in look]
        others = [step for step in steps if step not in looks]
        assert all(
            "SCALAR SUBQUERY" in step or "job_claims USING PRIMARY KEY" in step or step == "SCAN CONSTANT ROW"
            for step in others
        ), others


async def test_running_games_are_counted_from_an_index(query_log: Heard) -> None:
    ((statement, parameters),) = query_log.statements["FigureRepository.running_games"]
    (step,) = await _plan(query_log.store, statement, parameters)
    assert step == "SCAN games USING COVERING INDEX ix_games_key_running"


async def test_an_overview_change_searches_only_undelivered_notices(query_log: Heard) -> None:
    ((statement, parameters),) = query_log.statements["ServerRepository.touch_overview"]
    steps = await _plan(query_log.store, statement, parameters)
    assert "SEARCH notices USING INDEX ix_notices_undelivered (stream=? AND audience=?)" in steps


async def test_claims_use_the_priority_index(query_log: Heard) -> None:
    for statement, parameters in query_log.statements["NoticeRepository.claim"]:
        steps = await _plan(query_log.store, statement, parameters)
        assert any("ix_notices_priority (priority=? AND due<?)" in step for step in steps), steps
