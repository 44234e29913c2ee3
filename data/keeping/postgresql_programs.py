"""Calls of PostgreSQL's programs, and their environment."""

import asyncio
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import sqlalchemy as sa

_VARIABLES: Final[Mapping[str, str]] = {
    "host": "PGHOST",
    "port": "PGPORT",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "database": "PGDATABASE",
    "ssl": "PGSSLMODE",
    "passfile": "PGPASSFILE",
    "service": "PGSERVICE",
    "servicefile": "PGSERVICEFILE",
}
"""Environment variables for the parts of an address: all users could read a command line."""


class ProgramFailed(RuntimeError):
    """A program failed or is missing; the message is one line."""


def address_variables(url: sa.URL) -> dict[str, str]:
    """Return an address as environment variables of PostgreSQL's programs."""
    parts = {**url.translate_connect_args(username="user"), **url.query}
    return {name: str(parts[part]) for part, name in _VARIABLES.items() if parts.get(part)}


class ProgramMissing(ProgramFailed):
    """A program is not installed."""


async def run_program(program: str, *arguments: str, environment: Mapping[str, str] | None = None) -> str:
    """Run one of PostgreSQL's programs and return its output. Raises ProgramFailed, ProgramMissing."""
    path = shutil.which(program)
    if path is None:
        raise ProgramMissing(
            f"{program} is not installed; it comes with PostgreSQL's programs (postgresql-client)"
        )
    process = await asyncio.create_subprocess_exec(
        path,
        *arguments,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, **(environment or {})},
    )
    try:
        out, error = await process.communicate()
    except BaseException:
        process.kill()
        await process.wait()
        raise
    if process.returncode:
        errors = " ".join(error.decode(errors="replace").split())
        raise ProgramFailed(f"{program} failed: {errors or process.returncode}")
    return out.decode(errors="replace")


async def dump(url: sa.URL, target: Path, *, snapshot: str) -> None:
    """Write a database snapshot in pg_dump's custom format. Raises ProgramFailed."""
    await run_program(
        "pg_dump",
        "--format=custom",
        "--no-owner",
        "--no-privileges",
        "--no-password",
        f"--snapshot={snapshot}",
        f"--file={target}",
        environment=address_variables(url),
    )
    # This reads only the table of contents at the beginning; `read_through` finds a truncated file.
    await run_program("pg_restore", "--list", str(target))


async def read_through(backup: Path) -> None:
    """Read and unpack a whole backup. Raises ProgramFailed if it is damaged."""
    await run_program("pg_restore", f"--file={os.devnull}", str(backup))
