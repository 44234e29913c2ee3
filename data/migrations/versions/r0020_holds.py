"""Limit: what Discord wants to be left alone with, and how often it has refused each process."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0020"
down_revision: Final = "0019"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "refused_requests",
        sa.Column("process", sa.Text, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("told", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("process", name=op.f("pk_refused_requests")),
    )
    op.create_table(
        "holds",
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_holds")),
    )
