"""The tables of ratings and their changes, as of 0.11.0."""

import sqlalchemy as sa
from alembic import op

from data.migrations.first.columns import KEY, MOMENT, foreign_key


def create() -> None:
    """Create the tables and their indexes."""
    op.create_table(
        "ratings",
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("scope", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("player", KEY, nullable=False),
        sa.Column("value", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("volatility", sa.Double, nullable=False),
        sa.Column("results", sa.Integer, nullable=False),
        sa.Column("rated", MOMENT, nullable=False),
        sa.Column("settled_until", MOMENT),
        sa.Column("formula", sa.Integer, nullable=False, server_default="0"),
        foreign_key("ratings", "player", "players.id"),
        sa.PrimaryKeyConstraint("key", "scope", "role", "player", name=op.f("pk_ratings")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_ratings_key_formula"), "ratings", ["key", "formula"])
    op.create_index(op.f("ix_ratings_player"), "ratings", ["player"])
    op.create_table(
        "rating_changes",
        sa.Column("game", KEY, nullable=False),
        sa.Column("scope", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("player", KEY, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("value_before", sa.Double, nullable=False),
        sa.Column("deviation_before", sa.Double, nullable=False),
        sa.Column("value", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("ended", MOMENT, nullable=False),
        foreign_key("rating_changes", "game", "games.id"),
        foreign_key("rating_changes", "player", "players.id"),
        sa.PrimaryKeyConstraint("game", "scope", "player", name=op.f("pk_rating_changes")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_rating_changes_key"), "rating_changes", ["key"])
    op.create_index(
        op.f("ix_rating_changes_player_scope_ended"), "rating_changes", ["player", "scope", "ended"]
    )
