"""Restore: the epochs that restores begin, and the one that undelivered notices were written in."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0022"
down_revision: Final = "0021"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add the table, the column and its index."""
    number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "epochs",
        sa.Column("epoch", number, nullable=False, autoincrement=False),
        sa.Column("backed_up", sa.DateTime(timezone=True), nullable=False),
        sa.Column("begun", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_game", sa.BigInteger, nullable=False),
        sa.Column("last_challenge", sa.BigInteger, nullable=False),
        sa.Column("undecided", sa.Integer, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("epoch", name=op.f("pk_epochs")),
    )
    op.add_column("notices", sa.Column("epoch", sa.BigInteger))
    of_before = sa.text("epoch IS NOT NULL")
    op.create_index(
        "ix_notices_epoch", "notices", ["epoch"], sqlite_where=of_before, postgresql_where=of_before
    )
