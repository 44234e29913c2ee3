"""Limit: what Discord wants to be left alone with, and how often it has refused each process."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0018"
down_revision: Final = "0017"
branch_labels: Final = None
depends_on: Final = None


def upgrade() -> None:
    """Add the column and the table."""
    op.add_column("processes", sa.Column("invalid_requests", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "holds",
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_holds")),
    )
