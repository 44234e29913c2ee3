"""Hang in: the channel in which the thread of a challenge hangs."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0005"
down_revision: Final = "0004"
branch_labels: Final = None
depends_on: Final = None


def upgrade() -> None:
    """Change the tables; what is in them stays. Of threads that are there already nobody knows."""
    op.add_column("challenges", sa.Column("parent", sa.BigInteger))
