"""The tables of people: names, settings, blocks, deletions."""

from typing import Final

import sqlalchemy as sa

from bot.repositories.tables.person_columns import PREFERENCES, VACATION
from data.schema.base import metadata
from data.schema.columns import UtcDateTime, key

players: Final = sa.Table(
    "players",
    metadata,
    sa.Column("id", key(), primary_key=True, autoincrement=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("locale", sa.Text, nullable=False),
    # The rating formula that they know; empty for people without ratings by another formula.
    sa.Column("formula_told", sa.Integer),
)

# Earlier names, so that a deletion finds them in old notes.
earlier_names: Final = sa.Table(
    "earlier_names",
    metadata,
    # Versions from before this table can delete people, too.
    sa.Column("player", sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("name", sa.Text, primary_key=True),
    sqlite_with_rowid=False,
)

habits: Final = sa.Table(
    "habits",
    metadata,
    sa.Column("player", sa.ForeignKey("players.id"), primary_key=True),
    sa.Column("preferences", PREFERENCES, nullable=False),
    sa.Column("vacation", VACATION, nullable=False),
)

blocks: Final = sa.Table(
    "blocks",
    metadata,
    sa.Column("blocker", sa.ForeignKey("players.id"), primary_key=True),
    sa.Column("blocked", sa.ForeignKey("players.id"), primary_key=True),
    sa.Column("made", UtcDateTime, nullable=False),
    sa.Index(None, "blocked"),
    sqlite_with_rowid=False,
)

# Scheduled deletions of people's data, and when they were requested.
deletions: Final = sa.Table(
    "deletions",
    metadata,
    sa.Column("player", sa.ForeignKey("players.id"), primary_key=True),
    sa.Column("asked", UtcDateTime, nullable=False),
    sa.Column("due", UtcDateTime, nullable=False),
)

DELETION_TIMER: Final = "deletion"
"""The kind of the timer of a requested deletion; its subject is the person's id."""
