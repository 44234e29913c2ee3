"""Store the channel of a game's thread, and the take-backs before a seat changed hands."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0051"
down_revision: Final = "0050"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add both columns, empty in rows of earlier versions."""
    op.add_column("games", sa.Column("thread_parent", sa.BigInteger))
    op.add_column("substitutions", sa.Column("taken_back", sa.Integer))
