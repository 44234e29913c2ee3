"""Bring a database to this version's tables, or refuse one that is ahead of it, or too far behind.

The first step makes the tables that `PASSED_THROUGH` had: a database of that version is adopted as it is, an
older one has to go through it.

A database that is ahead may still be used where it says so: its table `compatible_revisions` names the
revisions whose programs get along with it. So one version may run beside the next, and come back after it.
Each step declares with `usable_from` the oldest revision whose programs may use a database after it; one that
only adds leaves it as it was, one that takes something away raises it. A step without it allows none before.

Most starts find nothing to do. The tool that runs steps is large, so it is loaded only where there are some.
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
"""Kept by what runs the steps, as the revision itself is; no other table has to do with it."""
_CURRENT: Final = sa.table("alembic_version", sa.column("version_num", sa.Text))
_PROCESSES: Final = sa.table("processes", sa.column("id"), sa.column("until"))
_NOW: Final[Mapping[str, sa.ColumnElement[str]]] = {
    "postgresql": sa.func.clock_timestamp(),
    "sqlite": sa.func.strftime("%Y-%m-%d %H:%M:%f", "now"),
}
"""The time by the database's clock, by which leases of processes are measured."""
_LOCK: Final = 0x466572  # any number, the same in every process
_SAID_AFTER: Final = 1.0
"""Seconds of waiting for another process after which that is said."""
_LONGEST_WAIT: Final = 300.0
"""Seconds for which a process waits for its turn, and for those who use the tables."""
# Who waits for a table holds up all who come later. It is less than `deadlock_timeout`, usually a second:
# where two wait for each other, the migration is the one to give up, not somebody's move.
_GIVE_WAY: Final = sa.text("SET LOCAL lock_timeout = '500ms'")


COPYING: Final = "copying "
"""Stands before each revision of a database into which another one is copied: no version knows these."""


PASSED_THROUGH: Final = "0.11.0"
"""The last version that could open older databases than its own: its tables are those of the first step."""


class OtherVersion(RuntimeError):
    """The database is of a version that this one cannot follow; it was left untouched."""


class NewerDatabase(OtherVersion):
    """The database was written by a later version of the program."""


class OlderDatabase(OtherVersion):
    """The database was written by a version before the first step of this one."""


class ServedByEarlier(RuntimeError):
    """Processes of an earlier version serve the database, which cannot use it after the missing steps."""

    def __init__(self) -> None:
        super().__init__("an earlier version serves the database, and cannot after the upgrade: stop it")


@dataclass(frozen=True, slots=True)
class Migrations:
    """The steps from an empty database to a version's tables, in these folders."""

    folders: tuple[Path, ...]

    def revisions(self) -> tuple[str, ...]:
        """Return the revisions of the steps, the newest first: each is in the name of its file."""
        files = [file for folder in self.folders for file in sorted(folder.glob("[!_]*_*.py"))]
        return tuple(file.stem.partition("_")[0].removeprefix("r") for file in reversed(files))


TODAY: Final = Migrations((Path(__file__).parent / "migrations" / "versions",))
"""Those of this version."""


def newest() -> str:
    """Return the revision of this version's tables."""
    return TODAY.revisions()[0]


def incompatibility(
    revision: str, compatible: Collection[str], migrations: Migrations = TODAY
) -> OtherVersion | None:
    """Return why this version can neither use tables of a revision nor bring them up to date.

    `compatible` are the revisions whose programs get along with those tables. The message follows the name of
    the database, or of the backup, and "is".
    """
    if (older := too_old(revision, migrations)) is not None:
        return older
    revisions = migrations.revisions()
    if revision in revisions or revisions[0] in compatible:
        return None
    return NewerDatabase(f"of a newer version (revision {revision})")


def too_old(revision: str, migrations: Migrations = TODAY) -> OlderDatabase | None:
    """Return why a database cannot be opened whose revision is one of those that the first step replaces.

    The message is worded as that of `incompatibility`.
    """
    first = migrations.revisions()[-1]
    # All of them were numbers.
    if not (revision.isdecimal() and first.isdecimal() and int(revision) < int(first)):
        return None
    before = f"of a version before {PASSED_THROUGH} (revision {revision})"
    return OlderDatabase(f"{before}: go through {PASSED_THROUGH} first, see docs/upgrades.md")


async def check(reader: AsyncEngine, migrations: Migrations = TODAY) -> bool:
    """Return whether the database lacks something of this version; only read.

    Raises NewerDatabase when it is ahead of this version and does not allow it, and OlderDatabase.
    """
    async with reader.connect() as connection:
        return await connection.run_sync(_is_behind, migrations)


async def migrate(writer: AsyncEngine, migrations: Migrations = TODAY) -> None:
    """Run missing migrations, all or none. Processes that start together take turns.

    Those that use the tables meanwhile go first: it is begun again until nobody is in the way. So do living
    processes of an earlier version that cannot use the tables afterwards. Raises ServedByEarlier where they
    do not end.
    """
    async for attempt in tenacity.AsyncRetrying(
        retry=tenacity.retry_if_exception(_goes_first),
        wait=tenacity.wait_random(0.05, 1),
        stop=tenacity.stop_after_delay(_LONGEST_WAIT),
        before_sleep=_say_that_others_go_first,
        reraise=True,
    ):
        with attempt:
            async with writer.begin() as connection:
                await _take_turn(connection)
                if await connection.run_sync(_is_behind, migrations):
                    await connection.run_sync(_check_served, migrations)
                    await connection.run_sync(_upgrade, migrations)


def _goes_first(error: BaseException) -> bool:
    return isinstance(error, ServedByEarlier) or gives_way(error)


def _say_that_others_go_first(state: tenacity.RetryCallState) -> None:
    if state.attempt_number > 1:
        return
    outcome = state.outcome
    if outcome is not None and isinstance(outcome.exception(), ServedByEarlier):
        log.warning("%s; waiting until its processes have ended", outcome.exception())
    else:
        log.info("the tables of the database are in use: they are changed as soon as nobody is in the way")


async def _take_turn(connection: AsyncConnection) -> None:
    """Wait until no other process is at it, which the lock of the transaction shows."""
    is_postgresql = connection.dialect.name == "postgresql"
    say = "another process is changing the tables of the database: waiting for it"
    waiting = asyncio.get_running_loop().call_later(_SAID_AFTER, log.info, say)
    try:
        # On SQLite any statement of this connection takes the one lock for writing.
        await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK) if is_postgresql else 1))
    finally:
        waiting.cancel()
    if is_postgresql:
        await connection.execute(_GIVE_WAY)


def current_revisions(connection: sa.Connection) -> set[str]:
    """Return the revision a database is at, none for an empty one."""
    if not sa.inspect(connection).has_table(_CURRENT.name):
        return set()
    return set(connection.execute(sa.select(_CURRENT.c.version_num)).scalars())


def hide(connection: sa.Connection) -> None:
    """Block a database for every version, until `show`."""
    for table, revision in ((_CURRENT, _CURRENT.c.version_num), (_COMPATIBLE, _COMPATIBLE.c.revision)):
        connection.execute(sa.update(table).values({revision: sa.literal(COPYING).concat(revision)}))


def show(connection: sa.Connection) -> None:
    """Open a database again for the versions that used it before `hide`."""
    for table, revision in ((_CURRENT, _CURRENT.c.version_num), (_COMPATIBLE, _COMPATIBLE.c.revision)):
        connection.execute(
            sa.update(table).values({revision: sa.func.substr(revision, sa.literal(len(COPYING) + 1))})
        )


def is_usable(connection: sa.Connection, migrations: Migrations = TODAY) -> bool:
    """Return whether this version can work with a database as it is: nothing is to be changed before."""
    try:
        return not _is_behind(connection, migrations)
    except OtherVersion:
        return False


def _check_served(connection: sa.Connection, migrations: Migrations) -> None:
    """Raise ServedByEarlier where processes live whose version the missing steps leave behind."""
    from data import migration_steps  # noqa: PLC0415  # as below

    current = current_revisions(connection)
    left_behind = current.difference(migration_steps.compatible(migrations.folders))
    if left_behind and sa.inspect(connection).has_table(_PROCESSES.name):
        living = sa.select(_PROCESSES.c.id).where(_PROCESSES.c.until > _NOW[connection.dialect.name]).limit(1)
        if connection.execute(living).first() is not None:
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
    unusable = incompatibility(unknown, _compatible(connection), migrations)
    if unusable is not None:
        raise type(unusable)(f"the database is {unusable}")
    log.info("the database is of a newer version (revision %s), which this one may use", unknown)
    return False


def _compatible(connection: sa.Connection) -> frozenset[str]:
    if not sa.inspect(connection).has_table(_COMPATIBLE.name):
        return frozenset()
    return frozenset(connection.execute(sa.select(_COMPATIBLE.c.revision)).scalars())
