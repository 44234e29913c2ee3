"""Restore PostgreSQL backups with PostgreSQL's own programs, in one transaction."""

import asyncio
import re
import tempfile
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from data.connections.engines import make_engines
from data.connections.urls import open_error
from data.keeping.postgresql_programs import ProgramFailed, ProgramMissing, address_variables, run_program
from data.keeping.sqlite_restore import NoBackup
from data.migration import incompatibility

_TABLES: Final = re.compile(r"^\d+; \d+ \d+ TABLE \S+ (\S+) ", re.MULTILINE)
_REVISION: Final = re.compile(r"^COPY \S*alembic_version \(version_num\) FROM stdin;\n(\S+)\n", re.MULTILINE)
_COMPATIBLE: Final = re.compile(
    r"^COPY \S*compatible_revisions \(revision\) FROM stdin;\n((?:\S+\n)*?)\\\.$", re.MULTILINE
)
_CLEAR: Final = """
DO $$ DECLARE found record; BEGIN
  FOR found IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() LOOP
    EXECUTE format('DROP TABLE IF EXISTS %I CASCADE', found.tablename);
  END LOOP;
END $$;
"""
_END_LEASES: Final = """
DO $$ DECLARE found record; BEGIN
  FOR found IN SELECT schemaname FROM pg_tables WHERE tablename = 'processes' LOOP
    EXECUTE format(
      'UPDATE %I.processes SET until = least(until, clock_timestamp() - interval ''1 second'')',
      found.schemaname
    );
  END LOOP;
END $$;
"""
"""The processes of a backup hold no leases, however new the backup is."""
_HAS_TABLES: Final = "SELECT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = current_schema())"
_HAS_PROCESSES: Final = "SELECT to_regclass('processes') IS NOT NULL"
_IS_SERVED: Final = "SELECT EXISTS (SELECT 1 FROM processes WHERE until >= clock_timestamp())"
_HAS_EPOCHS: Final = "SELECT to_regclass('epochs') IS NOT NULL"
_LAST_EPOCH: Final = "SELECT coalesce(max(epoch), 0) FROM epochs"


class NotRestored(RuntimeError):
    """A backup was not restored and nothing was changed; the message is the reason."""


async def play_in(backup: Path, url: sa.URL, *, clear: bool) -> int:
    """Restore a backup into an empty database or, with `clear`, one whose tables are dropped first.

    All or nothing. Returns the last epoch that the database knew. Raises NoBackup, NotRestored and
    ProgramFailed.
    """
    await _check(backup)
    epoch = await _last_epoch(url, clear=clear)
    with tempfile.TemporaryDirectory(prefix="fernpartie-") as folder:
        clear_script, script, end_script = (
            Path(folder, name) for name in ("clear.sql", "backup.sql", "end.sql")
        )
        clear_script.write_text(_CLEAR if clear else "")
        end_script.write_text(_END_LEASES)
        await run_program("pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(backup))
        await run_program(
            "psql",
            "--no-psqlrc",
            "--no-password",
            "--quiet",
            "--output=/dev/null",
            "--set=ON_ERROR_STOP=1",
            "--single-transaction",
            f"--file={clear_script}",
            f"--file={script}",
            f"--file={end_script}",
            environment=address_variables(url),
        )
    return epoch


async def _check(backup: Path) -> None:
    """Raise NoBackup for a file that is not a backup, or is of a version that this one cannot upgrade."""
    if not await asyncio.to_thread(backup.is_file):
        raise NoBackup(f"there is no file {backup}")
    try:
        # These read the list at the beginning and two tables. Damage elsewhere fails the restore, which then
        # changes nothing.
        listing = await run_program("pg_restore", "--list", str(backup))
        tables = ("--table=alembic_version", "--table=compatible_revisions")
        output = await run_program("pg_restore", "--data-only", *tables, "--file=-", str(backup))
    except ProgramMissing:
        raise
    except ProgramFailed as error:
        raise NoBackup(f"{backup} is not a backup, or is damaged: {error}") from error
    revision = _REVISION.search(output)
    if revision is None or not {"games", "plies"} <= set(_TABLES.findall(listing)):
        raise NoBackup(f"{backup} is not a backup of this program")
    compatible = _COMPATIBLE.search(output)
    unusable = incompatibility(revision[1], compatible[1].split() if compatible else ())
    if unusable is not None:
        raise NoBackup(f"{backup} is {unusable}")


async def _last_epoch(url: sa.URL, *, clear: bool) -> int:
    """Return the last epoch of a database. Raises NotRestored if it must not be overwritten."""
    engines = make_engines(url)
    try:
        async with engines.reader.connect() as connection:

            async def ask(question: str) -> int:
                return int((await connection.exec_driver_sql(question)).scalar_one())

            if not await ask(_HAS_TABLES):
                return 0
            if await ask(_HAS_PROCESSES) and await ask(_IS_SERVED):
                raise NotRestored(
                    "the bot runs over this database, or did so a moment ago: stop it, and wait 15 seconds"
                )
            if not clear:
                raise NotRestored("the database is not empty; --clean drops all tables that are there")
            return await ask(_LAST_EPOCH) if await ask(_HAS_EPOCHS) else 0
    except (SQLAlchemyError, OSError) as error:
        raise NotRestored(open_error(url, error)) from error
    finally:
        await engines.dispose()
