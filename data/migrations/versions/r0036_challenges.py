"""Challenges to the bot itself, in which an engine plays."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0036"
down_revision: Final = "0035"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add what a challenge says of itself; a version before has nobody accept such a one."""
    op.add_column("challenges", sa.Column("against_engine", sa.Boolean))
