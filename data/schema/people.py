"""People, how they want to be spoken to, whom they have blocked, and whose data is about to go."""

from typing import Final

import sqlalchemy as sa

from data.schema.base import Moment, key, metadata

players: Final = sa.Table(
    "players",
    metadata,
    sa.Column("id", key(), primary_key=True, autoincrement=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("locale", sa.Text, nullable=False),
    # By which formula their ratings are that they know of; empty for who never had any of another one.
    sa.Column("formula_told", sa.Integer),
)

# What people were called before, so that notes of those days can be found when someone is deleted.
earlier_names: Final = sa.Table(
    "earlier_names",
    metadata,
    # A version from before this table, too, can delete someone.
    sa.Column("player", sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("name", sa.Text, primary_key=True),
    sqlite_with_rowid=False,
)

habits: Final = sa.Table(
    "habits",
    metadata,
    sa.Column("player", sa.ForeignKey("players.id"), primary_key=True),
    sa.Column("preferences", sa.JSON, nullable=False),
    sa.Column("vacation", sa.JSON, nullable=False),
)

blocks: Final = sa.Table(
    "blocks",
    metadata,
    sa.Column("blocker", sa.ForeignKey("players.id"), primary_key=True),
    sa.Column("blocked", sa.ForeignKey("players.id"), primary_key=True),
    sa.Column("made", Moment, nullable=False),
    sa.Index(None, "blocked"),
    sqlite_with_rowid=False,
)

# How people have fared with puzzles, each by the number that follows from its position.
puzzle_results: Final = sa.Table(
    "puzzle_results",
    metadata,
    # A version from before this table, too, can delete someone.
    sa.Column("player", sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("puzzle", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("wrong", sa.Integer, nullable=False),
    sa.Column("solved", sa.Boolean, nullable=False),
    sa.Column("last", Moment, nullable=False),
    sqlite_with_rowid=False,
)

# How people have fared with lessons, each by its game and its id there.
lesson_results: Final = sa.Table(
    "lesson_results",
    metadata,
    # A version from before this table, too, can delete someone.
    sa.Column("player", sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("lesson", sa.Text, primary_key=True),
    sa.Column("wrong", sa.Integer, nullable=False),
    sa.Column("done", sa.Boolean, nullable=False),
    sa.Column("last", Moment, nullable=False),
    sqlite_with_rowid=False,
)

# How many daily puzzles of a server people have solved one after the other.
puzzle_streaks: Final = sa.Table(
    "puzzle_streaks",
    metadata,
    # A version from before this table, too, can delete someone.
    sa.Column("player", sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("server", sa.BigInteger, primary_key=True, autoincrement=False),
    # The number of the last one they have solved.
    sa.Column("latest", sa.Integer, nullable=False),
    sa.Column("length", sa.Integer, nullable=False),
    sa.Column("best", sa.Integer, nullable=False),
    sa.Index(None, "server"),
    sqlite_with_rowid=False,
)

# Who has asked for the deletion of all that is kept of them, and when that is to begin.
deletions: Final = sa.Table(
    "deletions",
    metadata,
    sa.Column("player", sa.ForeignKey("players.id"), primary_key=True),
    sa.Column("asked", Moment, nullable=False),
    sa.Column("due", Moment, nullable=False),
)

DELETION_TIMER: Final = "deletion"
"""The kind of the timer of a person who has asked to be deleted, by their id."""
