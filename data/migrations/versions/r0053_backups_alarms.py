"""Store the scheduled backups, and the alarms that the owner knows of."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0053"
down_revision: Final = "0052"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add both tables."""
    op.create_table(
        "backups",
        sa.Column("taken", sa.DateTime(timezone=True), nullable=False),
        sa.Column("size", sa.BigInteger),
        sa.Column("failure", sa.Text),
        sa.PrimaryKeyConstraint("taken", name=op.f("pk_backups")),
    )
    op.create_table(
        "alarms",
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_alarms")),
    )
