"""Keep lines that people have explored and want to find again."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0037"
down_revision: Final = "0036"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add the table."""
    key = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "kept_lines",
        sa.Column("id", key, nullable=False),
        sa.Column("player", key, nullable=False),
        sa.Column("game", key, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("taken_back", sa.Integer, nullable=False),
        sa.Column("moves", sa.JSON, nullable=False),
        sa.Column("kept", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["game"], ["games.id"], name=op.f("fk_kept_lines_game_games"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player"], ["players.id"], name=op.f("fk_kept_lines_player_players"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_kept_lines")),
    )
    op.create_index(op.f("ix_kept_lines_player_game"), "kept_lines", ["player", "game"])
    op.create_index(op.f("ix_kept_lines_game"), "kept_lines", ["game"])
