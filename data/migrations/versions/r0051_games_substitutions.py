"""Keep the channel in which a game's thread hangs, and after how many take-backs a seat changed hands."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0051"
down_revision: Final = "0050"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add both: empty for what an earlier version has written."""
    op.add_column("games", sa.Column("thread_parent", sa.BigInteger))
    op.add_column("substitutions", sa.Column("taken_back", sa.Integer))
