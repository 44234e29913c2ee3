"""Upgrade a database to this version's tables, or refuse it as too new or too old.

The first step creates the tables of `PASSED_THROUGH`: a database of that version is adopted unchanged, an
older one must be upgraded to it first.

A newer database may allow older programs: its table `compatible_revisions` lists the revisions whose programs
can use it. So a version may run alongside its successor, and a rollback to it is possible. Each step declares
with `usable_from` the oldest revision whose programs may use a database after it; a step that only adds keeps
the previous value, a step that removes something raises it. Without the declaration, no older program may use
the database.

Most starts have no step to run. The migration tool is large, so it is loaded only when needed.
"""

import asyncio
import logging
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import sqlalchemy as sa
import tenacity

from data.connections.async_engines import AsyncConnection, AsyncEngine
from data.connections.dialects import gives_way

log = logging.getLogger(__name__)

_COMPATIBLE: Final = sa.Table(
    "compatible_revisions", sa.MetaData(), sa.Column("revision", sa.Text, primary_key=True)
)
"""Written by the migration tool, like the revision; no other table refers to it."""
_CURRENT: Final = sa.table("alembic_version", sa.column("version_num", sa.Text))
_PROCESSES: Final = sa.table("processes", sa.column("id"), sa.column("until"))
_NOW: Final[Mapping[str, sa.ColumnElement[str]]] = {
    "postgresql": sa.func.clock_timestamp(),
    "sqlite": sa.func.strftime("%Y-%m-%d %H:%M:%f", "now"),
}
"""The time by the database's clock, which also measures the leases of processes."""
_LOCK: Final = 0x466572  # arbitrary, but the same in every process
_SAID_AFTER: Final = 1.0
"""Seconds of waiting for another process before it is logged."""
_MAX_WAIT: Final = 300.0
"""Seconds that a process waits for its turn, and for other users of the tables."""
# A wait for a table lock blocks all later lock requests. The timeout is below `deadlock_timeout`, usually a
# second: in a deadlock the migration must give up, not a player's move.
_LOCK_TIMEOUT: Final = sa.text("SET LOCAL lock_timeout = '500ms'")


COPYING: Final = "copying "
"""The prefix of each revision while a database is being copied into; no version knows such a revision."""


PASSED_THROUGH: Final = "0.11.0"
"""The last version that could open databases older than its own; the first step has its tables."""


class OtherVersion(RuntimeError):
    """The database has a version that this one cannot upgrade; it is unchanged."""


class NewerDatabase(OtherVersion):
    """A later version of the program wrote the database."""


class OlderDatabase(OtherVersion):
    """A version before this one's first step wrote the database."""


class ServedByEarlier(RuntimeError):
    """Processes of an earlier version use the database, but could not use it after the upgrade."""

    def __init__(self) -> None:
        super().__init__("an earlier version serves the database, and cannot after the upgrade: stop it")


@dataclass(frozen=True, slots=True)
class Migrations:
    """The steps from an empty database to a version's tables, from the given folders."""

    folders: tuple[Path, ...]

    def revisions(self) -> tuple[str, ...]:
        """Return the revisions of the steps, newest first; file names contain them."""
        files = [file for folder in self.folders for file in sorted(folder.glob("[!_]*_*.py"))]
        return tuple(file.stem.partition("_")[0].removeprefix("r") for file in reversed(files))


TODAY: Final = Migrations((Path(__file__).parent / "migrations" / "versions",))
"""The steps of this version."""


def newest() -> str:
    """Return the revision of this version's tables."""
    return TODAY.revisions()[0]


def incompatibility(
    revision: str, compatible: Collection[str], migrations: Migrations = TODAY
) -> OtherVersion | None:
    """Return the error if this version can neither use nor upgrade tables of a revision.

    `compatible` are the revisions whose programs can use those tables. The message continues "The database is
    ..." or "The backup is ...".
    """
    if (older := too_old(revision, migrations)) is not None:
        return older
    revisions = migrations.revisions()
    if revision in revisions or revisions[0] in compatible:
        return None
    return NewerDatabase(f"of a newer version (revision {revision})")


def too_old(revision: str, migrations: Migrations = TODAY) -> OlderDatabase | None:
    """Return the error for a revision before the first step, worded as in `incompatibility`."""
    first = migrations.revisions()[-1]
    # All earlier revisions were numbers.
    if not (revision.isdecimal() and first.isdecimal() and int(revision) < int(first)):
        return None
    description = f"of a version before {PASSED_THROUGH} (revision {revision})"
    return OlderDatabase(f"{description}: go through {PASSED_THROUGH} first, see docs/upgrades.md")


async def check(reader: AsyncEngine, migrations: Migrations = TODAY) -> bool:
    """Return whether the database lacks steps of this version; read-only.

    Raises NewerDatabase if it is newer and does not allow this version, OlderDatabase if it is too old.
    """
    async with reader.connect() as connection:
        return await connection.run_sync(_is_behind, migrations)


async def migrate(writer: AsyncEngine, migrations: Migrations = TODAY) -> None:
    """Run missing migrations, all or none. Processes that start together take turns.

    Current users of the tables have priority: the migration retries until none blocks it. It also waits for
    live processes of an earlier version that cannot use the upgraded tables. Raises ServedByEarlier if they
    do not end.
    """
    async for attempt in tenacity.AsyncRetrying(
        retry=tenacity.retry_if_exception(_should_retry),
        wait=tenacity.wait_random(0.05, 1),
        stop=tenacity.stop_after_delay(_MAX_WAIT),
        before_sleep=_log_waiting,
        reraise=True,
    ):
        with attempt:
            async with writer.begin() as connection:
                await _take_turn(connection)
                if await connection.run_sync(_is_behind, migrations):
                    await connection.run_sync(_check_served, migrations)
                    await connection.run_sync(_upgrade, migrations)


def _should_retry(error: BaseException) -> bool:
    return isinstance(error, ServedByEarlier) or gives_way(error)


def _log_waiting(state: tenacity.RetryCallState) -> None:
    if state.attempt_number > 1:
        return
    outcome = state.outcome
    if outcome is not None and isinstance(outcome.exception(), ServedByEarlier):
        log.warning("%s; waiting until its processes have ended", outcome.exception())
    else:
        log.info("the tables of the database are in use: the migration waits for their locks")


async def _take_turn(connection: AsyncConnection) -> None:
    """Wait until no other process migrates; the lock lasts for the transaction."""
    is_postgresql = connection.dialect.name == "postgresql"
    message = "another process is changing the tables of the database: waiting for it"
    timer = asyncio.get_running_loop().call_later(_SAID_AFTER, log.info, message)
    try:
        # On SQLite any statement of this connection takes the single write lock.
        await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK) if is_postgresql else 1))
    finally:
        timer.cancel()
    if is_postgresql:
        await connection.execute(_LOCK_TIMEOUT)


def current_revisions(connection: sa.Connection) -> set[str]:
    """Return a database's revision; empty for an empty database."""
    if not sa.inspect(connection).has_table(_CURRENT.name):
        return set()
    return set(connection.execute(sa.select(_CURRENT.c.version_num)).scalars())


def hide(connection: sa.Connection) -> None:
    """Lock a database for all versions, until `show`."""
    for table, revision in ((_CURRENT, _CURRENT.c.version_num), (_COMPATIBLE, _COMPATIBLE.c.revision)):
        connection.execute(sa.update(table).values({revision: sa.literal(COPYING).concat(revision)}))


def show(connection: sa.Connection) -> None:
    """Unlock a database for the versions that used it before `hide`."""
    for table, revision in ((_CURRENT, _CURRENT.c.version_num), (_COMPATIBLE, _COMPATIBLE.c.revision)):
        connection.execute(
            sa.update(table).values({revision: sa.func.substr(revision, sa.literal(len(COPYING) + 1))})
        )


def is_usable(connection: sa.Connection, migrations: Migrations = TODAY) -> bool:
    """Return whether this version can use a database unchanged."""
    try:
        return not _is_behind(connection, migrations)
    except OtherVersion:
        return False


def _check_served(connection: sa.Connection, migrations: Migrations) -> None:
    """Raise ServedByEarlier if live processes have a version that cannot use the upgraded tables."""
    from data import migration_steps  # noqa: PLC0415  # as below

    current = current_revisions(connection)
    locked_out = current.difference(migration_steps.compatible(migrations.folders))
    if locked_out and sa.inspect(connection).has_table(_PROCESSES.name):
        live_processes = (
            sa.select(_PROCESSES.c.id).where(_PROCESSES.c.until > _NOW[connection.dialect.name]).limit(1)
        )
        if connection.execute(live_processes).first() is not None:
            raise ServedByEarlier


def _upgrade(connection: sa.Connection, migrations: Migrations) -> None:
    from data import migration_steps  # noqa: PLC0415  # large, and most starts have no step to run

    migration_steps.run(connection, migrations.folders)
    _COMPATIBLE.create(connection, checkfirst=True)
    connection.execute(sa.delete(_COMPATIBLE))
    rows = [{"revision": revision} for revision in migration_steps.compatible(migrations.folders)]
    connection.execute(sa.insert(_COMPATIBLE), rows)


def _is_behind(connection: sa.Connection, migrations: Migrations) -> bool:
    current = current_revisions(connection)
    revisions = migrations.revisions()
    unknown = ", ".join(sorted(current.difference(revisions)))
    if not unknown:
        return current != {revisions[0]}
    if unknown.startswith(COPYING):
        raise NewerDatabase("another database is being copied into this one: `fernpartie copy` ends that")
    error = incompatibility(unknown, _compatible(connection), migrations)
    if error is not None:
        raise type(error)(f"the database is {error}")
    log.info("the database is of a newer version (revision %s), which this one may use", unknown)
    return False


def _compatible(connection: sa.Connection) -> frozenset[str]:
    if not sa.inspect(connection).has_table(_COMPATIBLE.name):
        return frozenset()
    return frozenset(connection.execute(sa.select(_COMPATIBLE.c.revision)).scalars())
