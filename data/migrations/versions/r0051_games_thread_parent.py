"""Keep the channel in which a game's thread hangs."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0051"
down_revision: Final = "0047"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add the channel: empty for games without a thread and for those begun by an earlier version."""
    op.add_column("games", sa.Column("thread_parent", sa.BigInteger))
