"""Restore in pieces: how far a restore has come, so that one that was broken off can go on."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0026"
down_revision: Final = "0025"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add the columns; the restores that are known were all of them or nothing."""
    op.add_column("epochs", sa.Column("game_reached", sa.BigInteger))
    op.add_column("epochs", sa.Column("challenge_reached", sa.BigInteger))
