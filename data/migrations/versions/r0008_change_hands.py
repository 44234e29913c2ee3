"""Change hands: a ply can be undone as if it had not been played."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0008"
down_revision: Final = "0007"
branch_labels: Final = None
depends_on: Final = None


def upgrade() -> None:
    """Add what is new; what is there stays."""
    op.add_column("games", sa.Column("undo", sa.JSON))
