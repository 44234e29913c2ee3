"""Shard: processes hold the shards of the bot, and take turns in identifying them to Discord."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0019"
down_revision: Final = "0018"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add what a process wishes for, and two tables."""
    op.add_column("processes", sa.Column("wish", sa.Text))
    op.create_table(
        "shards",
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("holder", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_shards")),
        sa.ForeignKeyConstraint(
            ["holder"], ["processes.id"], name=op.f("fk_shards_holder_processes"), ondelete="CASCADE"
        ),
    )
    op.create_index(op.f("ix_shards_holder"), "shards", ["holder"])
    op.create_table(
        "identifies",
        sa.Column("bucket", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("bucket", name=op.f("pk_identifies")),
    )
