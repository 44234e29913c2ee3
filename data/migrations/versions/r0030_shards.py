"""Tell connected: each process says which of its shards Discord is connected to."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0030"
down_revision: Final = "0029"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add the column."""
    op.add_column("shards", sa.Column("connected", sa.Boolean))
