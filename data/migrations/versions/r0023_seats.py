"""Leave unrated: whoever blocks somebody in a game of more than two may leave it without a result."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0023"
down_revision: Final = "0022"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add the column; who has left before has done so with a result."""
    op.add_column("seats", sa.Column("unrated", sa.Boolean, nullable=False, server_default=sa.false()))
