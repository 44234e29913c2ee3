"""Have servers get a puzzle every day, and count how long people solve each."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0040"
down_revision: Final = "0039"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add the tables."""
    number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "daily_puzzles",
        sa.Column("server", number, autoincrement=False, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("time", sa.Text, nullable=False),
        sa.Column("zone", sa.Text, nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("puzzle", sa.BigInteger),
        sa.PrimaryKeyConstraint("server", name=op.f("pk_daily_puzzles")),
    )
    op.create_index(op.f("ix_daily_puzzles_due"), "daily_puzzles", ["due"])
    op.create_table(
        "puzzle_streaks",
        sa.Column("player", number, nullable=False),
        sa.Column("server", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("latest", sa.Integer, nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("best", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(
            ["player"], ["players.id"], name=op.f("fk_puzzle_streaks_player_players"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("player", "server", name=op.f("pk_puzzle_streaks")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_puzzle_streaks_server"), "puzzle_streaks", ["server"])
