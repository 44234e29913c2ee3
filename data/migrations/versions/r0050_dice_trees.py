"""Seal the dice of tournaments: trees of seeds, and the place of each game in one."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0050"
down_revision: Final = "0048"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add the table, and columns that are empty in existing rows."""
    key = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "dice_trees",
        sa.Column("id", key, nullable=False),
        sa.Column("tournament", key, nullable=False),
        sa.Column("root", sa.Text, nullable=False),
        sa.Column("seeds", sa.Text, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("ahead", sa.Boolean, nullable=False),
        sa.Column("closed", sa.Boolean, nullable=False),
        sa.Column("message", sa.BigInteger),
        sa.ForeignKeyConstraint(
            ["tournament"],
            ["tournaments.id"],
            name=op.f("fk_dice_trees_tournament_tournaments"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_dice_trees")),
    )
    op.create_index(op.f("ix_dice_trees_tournament"), "dice_trees", ["tournament"])
    op.create_index(op.f("ix_dice_trees_root"), "dice_trees", ["root"])
    for table in ("tournament_games", "challenges"):
        op.add_column(table, sa.Column("dice_root", sa.Text))
        op.add_column(table, sa.Column("dice_leaf", sa.Integer))
