"""Claim: jobs that a process has taken in hand, beside the notices."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0018"
down_revision: Final = "0017"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "job_claims",
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("subject", sa.BigInteger, nullable=False),
        sa.Column("claimant", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("kind", "subject", name=op.f("pk_job_claims")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_job_claims_claimant"), "job_claims", ["claimant"])
