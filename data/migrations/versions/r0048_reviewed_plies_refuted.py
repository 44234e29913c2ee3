"""Add whether every move of a reviewed ply was proved to lose."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0048"
down_revision: Final = "0047"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add the column, empty where an earlier version looked: there a loss may be that of one move alone."""
    op.add_column("reviewed_plies", sa.Column("refuted", sa.Boolean))
