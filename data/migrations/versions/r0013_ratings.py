"""Rate: challenges that count, ratings, and how they have changed."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0013"
down_revision: Final = "0012"
branch_labels: Final = None
depends_on: Final = None

KEY: Final = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Add what is new; what is there stays, and is not rated."""
    op.add_column("challenges", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("server_rules", sa.Column("rated", sa.Boolean))
    is_rated = sa.text("rated = true")
    op.create_index(
        "ix_challenges_rated",
        "challenges",
        ["key"],
        sqlite_where=sa.text("rated = 1"),
        postgresql_where=is_rated,
    )
    is_finished = sa.text("status = 'finished'")
    for name, columns in (("server", ["server", "id"]), ("key", ["key"])):
        op.create_index(
            f"ix_games_{name}_finished",
            "games",
            columns,
            sqlite_where=is_finished,
            postgresql_where=is_finished,
        )
    op.create_table(
        "ratings",
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("scope", sa.BigInteger, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("player", KEY, nullable=False),
        sa.Column("value", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("volatility", sa.Double, nullable=False),
        sa.Column("results", sa.Integer, nullable=False),
        sa.Column("rated", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_ratings_player_players")),
        sa.PrimaryKeyConstraint("key", "scope", "role", "player", name=op.f("pk_ratings")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_ratings_player"), "ratings", ["player"])
    op.create_table(
        "rating_changes",
        sa.Column("game", KEY, nullable=False),
        sa.Column("scope", sa.BigInteger, nullable=False),
        sa.Column("player", KEY, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("value_before", sa.Double, nullable=False),
        sa.Column("deviation_before", sa.Double, nullable=False),
        sa.Column("value", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_rating_changes_game_games")),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_rating_changes_player_players")),
        sa.PrimaryKeyConstraint("game", "scope", "player", name=op.f("pk_rating_changes")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        op.f("ix_rating_changes_player_scope_ended"), "rating_changes", ["player", "scope", "ended"]
    )
    op.create_index(op.f("ix_rating_changes_key"), "rating_changes", ["key"])
