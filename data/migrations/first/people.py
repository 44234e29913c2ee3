"""The tables of people, settings, blocks and results, as of 0.11.0."""

import sqlalchemy as sa
from alembic import op

from data.migrations.first.columns import KEY, MOMENT, foreign_key


def create() -> None:
    """Create the tables and their indexes."""
    op.create_table(
        "players",
        sa.Column("id", KEY, autoincrement=False, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("locale", sa.Text, nullable=False),
        sa.Column("formula_told", sa.Integer),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
    )
    op.create_table(
        "blocks",
        sa.Column("blocker", KEY, nullable=False),
        sa.Column("blocked", KEY, nullable=False),
        sa.Column("made", MOMENT, nullable=False),
        foreign_key("blocks", "blocked", "players.id"),
        foreign_key("blocks", "blocker", "players.id"),
        sa.PrimaryKeyConstraint("blocker", "blocked", name=op.f("pk_blocks")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_blocks_blocked"), "blocks", ["blocked"])
    op.create_table(
        "deletions",
        sa.Column("player", KEY, nullable=False),
        sa.Column("asked", MOMENT, nullable=False),
        sa.Column("due", MOMENT, nullable=False),
        foreign_key("deletions", "player", "players.id"),
        sa.PrimaryKeyConstraint("player", name=op.f("pk_deletions")),
    )
    op.create_table(
        "earlier_names",
        sa.Column("player", KEY, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        foreign_key("earlier_names", "player", "players.id", "CASCADE"),
        sa.PrimaryKeyConstraint("player", "name", name=op.f("pk_earlier_names")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "habits",
        sa.Column("player", KEY, nullable=False),
        sa.Column("preferences", sa.JSON, nullable=False),
        sa.Column("vacation", sa.JSON, nullable=False),
        foreign_key("habits", "player", "players.id"),
        sa.PrimaryKeyConstraint("player", name=op.f("pk_habits")),
    )
    op.create_table(
        "lesson_results",
        sa.Column("player", KEY, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("lesson", sa.Text, nullable=False),
        sa.Column("wrong", sa.Integer, nullable=False),
        sa.Column("done", sa.Boolean, nullable=False),
        sa.Column("last", MOMENT, nullable=False),
        foreign_key("lesson_results", "player", "players.id", "CASCADE"),
        sa.PrimaryKeyConstraint("player", "key", "lesson", name=op.f("pk_lesson_results")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "puzzle_results",
        sa.Column("player", KEY, nullable=False),
        sa.Column("puzzle", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("wrong", sa.Integer, nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("last", MOMENT, nullable=False),
        foreign_key("puzzle_results", "player", "players.id", "CASCADE"),
        sa.PrimaryKeyConstraint("player", "puzzle", name=op.f("pk_puzzle_results")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "puzzle_streaks",
        sa.Column("player", KEY, nullable=False),
        sa.Column("server", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("latest", sa.Integer, nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("best", sa.Integer, nullable=False),
        foreign_key("puzzle_streaks", "player", "players.id", "CASCADE"),
        sa.PrimaryKeyConstraint("player", "server", name=op.f("pk_puzzle_streaks")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_puzzle_streaks_server"), "puzzle_streaks", ["server"])
