"""Copies of PostgreSQL databases, made by its own program `pg_dump`."""

import re
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from data.keeping.postgresql_programs import ProgramFailed, address_variables, run_program

_MAJOR: Final = re.compile(r"\(PostgreSQL\) (\d+)")


async def dump(url: sa.URL, target: Path, *, server: int, snapshot: str) -> None:
    """Write a copy in the custom format of a database as a snapshot sees it. Raises ProgramFailed.

    `server` is the major version of the server, which the program must not be behind.
    """
    told = await run_program("pg_dump", "--version")
    found = _MAJOR.search(told)
    if found is not None and int(found[1]) < server:
        raise ProgramFailed(
            f"pg_dump is of version {found[1]}, the server of version {server}: "
            f"install PostgreSQL's programs of version {server} or later"
        )
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
    # It reads the list of contents at the end, which a file cut off does not have.
    await run_program("pg_restore", "--list", str(target))
