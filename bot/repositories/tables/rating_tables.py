"""The tables of ratings and their changes."""

from typing import Final

import sqlalchemy as sa

from data.schema.base import metadata
from data.schema.columns import UtcDateTime

ratings: Final = sa.Table(
    "ratings",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    # The server in which it counts, or `EVERYWHERE`.
    sa.Column("scope", sa.BigInteger, primary_key=True, autoincrement=False),
    # Empty unless the game is rated by role.
    sa.Column("role", sa.Text, primary_key=True),
    sa.Column("player", sa.ForeignKey("players.id"), primary_key=True),
    sa.Column("value", sa.Double, nullable=False),
    sa.Column("deviation", sa.Double, nullable=False),
    sa.Column("volatility", sa.Double, nullable=False),
    sa.Column("results", sa.Integer, nullable=False),
    # The end of the latest result.
    sa.Column("rated", UtcDateTime, nullable=False),
    # When it becomes provisional without further results; empty if it already is.
    sa.Column("settled_until", UtcDateTime),
    # The version of the rating formula; 0 in versions with only one.
    sa.Column("formula", sa.Integer, nullable=False, server_default="0"),
    sa.Index(None, "player"),
    sa.Index(None, "key", "formula"),
    sqlite_with_rowid=False,
)

rating_changes: Final = sa.Table(
    "rating_changes",
    metadata,
    # For a series, its last game.
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("scope", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("player", sa.ForeignKey("players.id"), primary_key=True),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("value_before", sa.Double, nullable=False),
    sa.Column("deviation_before", sa.Double, nullable=False),
    sa.Column("value", sa.Double, nullable=False),
    sa.Column("deviation", sa.Double, nullable=False),
    sa.Column("ended", UtcDateTime, nullable=False),
    sa.Index(None, "player", "scope", "ended"),
    sa.Index(None, "key"),
    sqlite_with_rowid=False,
)

EVERYWHERE: Final = 0
"""The scope of ratings over all servers."""
