"""Store all terms of the games of tournaments."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0056"
down_revision: Final = "0055"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0055"


def upgrade() -> None:
    """Add the column for the terms that have none of their own."""
    op.add_column("tournaments", sa.Column("terms", sa.JSON))
