"""Trace: which request a notice comes from, so that its delivery can be found by it in the log."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0021"
down_revision: Final = "0020"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add the column; what was written before comes from nobody knows where."""
    op.add_column("notices", sa.Column("request", sa.Text))
