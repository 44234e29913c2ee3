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
    """Add the column, empty for rows of earlier versions, whose losses may be those of one move alone."""
    op.add_column("reviewed_plies", sa.Column("refuted", sa.Boolean))
