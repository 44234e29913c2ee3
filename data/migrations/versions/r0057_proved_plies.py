"""Store what tables of solved games prove of plies."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0057"
down_revision: Final = "0056"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0055"


def upgrade() -> None:
    """Add the column."""
    op.add_column("reviewed_plies", sa.Column("proof", sa.JSON(none_as_null=True)))
