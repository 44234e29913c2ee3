"""Have servers get a letter about their week."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0045"
down_revision: Final = "0044"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add the table."""
    number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "weekly_letters",
        sa.Column("server", number, autoincrement=False, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("day", sa.Integer, nullable=False),
        sa.Column("time", sa.Text, nullable=False),
        sa.Column("zone", sa.Text, nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("told", sa.DateTime(timezone=True)),
        sa.Column("puzzle", sa.BigInteger),
        sa.PrimaryKeyConstraint("server", name=op.f("pk_weekly_letters")),
    )
    op.create_index(op.f("ix_weekly_letters_due"), "weekly_letters", ["due"])
