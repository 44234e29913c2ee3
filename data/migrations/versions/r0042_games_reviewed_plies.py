"""Keep reviews of finished games, and how much of a game comes from another one."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0042"
down_revision: Final = "0041"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add the table and the column."""
    key = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.add_column("games", sa.Column("taken_over", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "reviewed_plies",
        sa.Column("game", key, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("looks", sa.Integer, nullable=False),
        sa.Column("best", sa.Text),
        sa.Column("best_chance", sa.Float),
        sa.Column("best_ends", sa.Integer),
        sa.Column("played_chance", sa.Float),
        sa.Column("played_ends", sa.Integer),
        sa.Column("shares", sa.JSON(none_as_null=True)),
        sa.ForeignKeyConstraint(
            ["game"], ["games.id"], name=op.f("fk_reviewed_plies_game_games"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game", "number", name=op.f("pk_reviewed_plies")),
        sqlite_with_rowid=False,
    )
