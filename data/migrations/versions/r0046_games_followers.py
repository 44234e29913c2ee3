"""Have people follow games that they do not play."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0046"
down_revision: Final = "0045"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add who follows which game, and to games whether anybody does."""
    number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.add_column("games", sa.Column("followed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "followers",
        sa.Column("player", number, nullable=False),
        sa.Column("game", number, nullable=False),
        sa.Column("told_of", sa.Text, nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["player"], ["players.id"], name=op.f("fk_followers_player_players"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["game"], ["games.id"], name=op.f("fk_followers_game_games"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("player", "game", name=op.f("pk_followers")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_followers_game"), "followers", ["game"])
