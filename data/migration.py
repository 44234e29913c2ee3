"""Bring a database to this version's tables, or refuse one that is ahead of it."""

from functools import cache
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.ext.asyncio import AsyncEngine

SCRIPTS: Final = Path(__file__).parent / "migrations"
_LOCK: Final = 0x466572  # any number, the same in every process


class NewerDatabase(RuntimeError):
    """The database was written by a later version of the program; it was left untouched."""


async def check(reader: AsyncEngine) -> None:
    """Raise NewerDatabase when the database is at a revision this version does not know. Only reads."""
    async with reader.connect() as connection:
        await connection.run_sync(_check)


async def migrate(writer: AsyncEngine) -> None:
    """Run what is missing, all of it or nothing. Processes that start together take turns."""
    async with writer.begin() as connection:
        if connection.dialect.name == "postgresql":
            await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
        await connection.run_sync(_upgrade)


def is_known(revision: str) -> bool:
    """Return whether this version knows a revision: it can bring it up to date."""
    return revision in _known()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


@cache
def _known() -> tuple[str, ...]:
    """Return this version's revisions, the newest first."""
    return tuple(script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions())


def _check(connection: sa.Connection) -> set[str]:
    """Return the revision the database is at, none for an empty one. Raises NewerDatabase."""
    current = set(MigrationContext.configure(connection).get_current_heads())
    unknown = current.difference(_known())
    if unknown:
        raise NewerDatabase(f"the database is of a newer version (revision {', '.join(sorted(unknown))})")
    return current


def _upgrade(connection: sa.Connection) -> None:
    if _check(connection) == {_known()[0]}:
        return
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
