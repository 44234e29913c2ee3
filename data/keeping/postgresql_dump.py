"""Copies of PostgreSQL databases, made by its own program `pg_dump`."""

import asyncio
import os
import re
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
"""How what an address says is told to PostgreSQL's programs; on a command line all users could read it."""
_MAJOR: Final = re.compile(r"\(PostgreSQL\) (\d+)")


class NoDump(RuntimeError):
    """The program that makes copies is missing, too old, or has failed; the message says which."""


async def dump(url: sa.URL, target: Path, *, server: int, snapshot: str) -> None:
    """Write a copy in the custom format of a database as a snapshot sees it. Raises NoDump.

    `server` is the major version of the server, which the program must not be behind.
    """
    program = _program("pg_dump")
    told = await _run(program, "--version", environment={})
    found = _MAJOR.search(told)
    if found is not None and int(found[1]) < server:
        raise NoDump(
            f"pg_dump is of version {found[1]}, the server of version {server}: "
            f"install PostgreSQL's programs of version {server} or later"
        )
    await _run(
        program,
        "--format=custom",
        "--no-owner",
        "--no-privileges",
        "--no-password",
        f"--snapshot={snapshot}",
        f"--file={target}",
        environment=address_variables(url),
    )
    # It reads the list of contents at the end, which a file cut off does not have.
    await _run(_program("pg_restore"), "--list", str(target), environment={})


def address_variables(url: sa.URL) -> dict[str, str]:
    """Return an address as the environment of PostgreSQL's programs."""
    parts = {**url.translate_connect_args(username="user"), **url.query}
    return {name: str(parts[part]) for part, name in _VARIABLES.items() if parts.get(part)}


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise NoDump(f"{name} is not installed; it comes with PostgreSQL's programs (postgresql-client)")
    return found


async def _run(*command: str, environment: Mapping[str, str]) -> str:
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, **environment},
    )
    try:
        out, error = await process.communicate()
    except BaseException:
        process.kill()
        await process.wait()
        raise
    if process.returncode:
        said = " ".join(error.decode(errors="replace").split())
        raise NoDump(f"{Path(command[0]).name} failed: {said or process.returncode}")
    return out.decode(errors="replace")
