"""Run the steps of `data.migration` with Alembic, and read their declared compatibility."""

import os
from functools import cache
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import Script, ScriptDirectory

_SCRIPTS: Final = Path(__file__).parent / "migrations"


def alembic_config(folders: tuple[Path, ...]) -> Config:
    """Return Alembic's configuration for the steps in these folders."""
    config = Config()
    config.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    config.set_main_option("version_locations", os.pathsep.join(map(str, folders)).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


@cache
def steps(folders: tuple[Path, ...]) -> tuple[Script, ...]:
    """Return the steps, newest first."""
    return tuple(ScriptDirectory.from_config(alembic_config(folders)).walk_revisions())


def compatible(folders: tuple[Path, ...]) -> tuple[str, ...]:
    """Return the revisions whose programs may use a database after the last step, newest first."""
    newest_first = steps(folders)
    revisions = [step.revision for step in newest_first]
    result, oldest = [], len(revisions)
    for place, step in enumerate(newest_first):
        if place > oldest:
            break
        result.append(step.revision)
        oldest = min(oldest, revisions.index(getattr(step.module, "usable_from", step.revision)))
    return tuple(result)


def run(connection: sa.Connection, folders: tuple[Path, ...]) -> None:
    """Run the steps that a database lacks."""
    config = alembic_config(folders)
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
