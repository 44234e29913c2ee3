"""Simulated next versions: this version's migrations and one or two more."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from data.migration import TODAY, Migrations

_STEP: Final = """
import sqlalchemy as sa
from alembic import op

revision = {revision!r}
down_revision = {before!r}
branch_labels = None
depends_on = None
usable_from = {usable_from!r}


def upgrade():
{body}
"""
# One of each kind of addition that older programs tolerate.
_ADDS: Final = """
    op.create_table("novelties", sa.Column("id", sa.Integer, primary_key=True), sa.Column("what", sa.Text))
    for table in ("games", "seats", "plies", "challenges", "guests", "players", "notices", "requests"):
        op.add_column(table, sa.Column("next_note", sa.Text))
        op.add_column(table, sa.Column("next_count", sa.Integer, nullable=False, server_default="0"))
    op.create_index("ix_games_next_note", "games", ["next_note"])
"""
_TAKES_AWAY: Final = """
    op.drop_table("novelties")
"""
NEXT: Final = "next"
LAST: Final = "last"


def next_version(folder: Path) -> Migrations:
    """Return the migrations of a version with additions that today's programs tolerate."""
    today = TODAY.revisions()[0]
    return _with_step(TODAY, folder / "next", NEXT, usable_from=today, body=_ADDS)


def version_after(folder: Path) -> Migrations:
    """Return the migrations of the version after the next, which today's programs cannot use."""
    return _with_step(next_version(folder), folder / "last", LAST, usable_from=NEXT, body=_TAKES_AWAY)


@contextmanager
def one_step_further(folder: Path) -> Iterator[None]:
    """Act as the next version during the block: existing databases lack a step."""
    today = TODAY.folders
    object.__setattr__(TODAY, "folders", next_version(folder).folders)
    try:
        yield
    finally:
        object.__setattr__(TODAY, "folders", today)


def _with_step(before: Migrations, folder: Path, revision: str, *, usable_from: str, body: str) -> Migrations:
    folder.mkdir(exist_ok=True)
    step = _STEP.format(revision=revision, before=before.revisions()[0], usable_from=usable_from, body=body)
    (folder / f"{revision}_step.py").write_text(step, encoding="utf-8")
    return Migrations((*before.folders, folder))
