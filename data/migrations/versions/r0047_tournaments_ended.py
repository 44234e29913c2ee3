"""Have tournaments keep when they ended."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0047"
down_revision: Final = "0046"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add the moment, empty as long as they go on."""
    op.add_column("tournaments", sa.Column("ended", sa.DateTime(timezone=True)))
