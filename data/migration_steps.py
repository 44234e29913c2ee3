"""Run the steps of `data.migration` by Alembic, and keep who gets along with the tables after them."""

import os
from functools import cache

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import Script, ScriptDirectory

from data.migration import COMPATIBLE, SCRIPTS, Migrations


def configured(migrations: Migrations) -> Config:
    """Return how Alembic finds the steps."""
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.set_main_option(
        "version_locations", os.pathsep.join(map(str, migrations.folders)).replace("%", "%%")
    )
    config.set_main_option("path_separator", "os")
    return config


@cache
def steps(migrations: Migrations) -> tuple[Script, ...]:
    """Return the steps, the newest first."""
    return tuple(ScriptDirectory.from_config(configured(migrations)).walk_revisions())


def compatible(migrations: Migrations) -> tuple[str, ...]:
    """Return the revisions whose programs may use a database after the last step, the newest first."""
    revisions = migrations.revisions()
    found, oldest = [], len(revisions)
    for place, step in enumerate(steps(migrations)):
        if place > oldest:
            break
        found.append(step.revision)
        oldest = min(oldest, revisions.index(getattr(step.module, "usable_from", step.revision)))
    return tuple(found)


def upgrade(connection: sa.Connection, migrations: Migrations) -> None:
    """Run the steps that a database lacks."""
    config = configured(migrations)
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    COMPATIBLE.create(connection, checkfirst=True)
    connection.execute(sa.delete(COMPATIBLE))
    rows = [{"revision": revision} for revision in compatible(migrations)]
    connection.execute(sa.insert(COMPATIBLE), rows)
