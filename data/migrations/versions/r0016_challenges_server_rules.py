"""Explore: challenges that allow trying moves out while their games go on, and those that do not."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0016"
down_revision: Final = "0015"
branch_labels: Final = None
depends_on: Final = None


def upgrade() -> None:
    """Add what is new; what is there stays, and allows it."""
    op.add_column("challenges", sa.Column("exploring", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("server_rules", sa.Column("exploring", sa.Boolean))
