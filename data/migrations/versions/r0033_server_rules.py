"""Long threads: servers in which only the last boards of a thread keep their pictures."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0033"
down_revision: Final = "0032"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add what servers may choose; until then every board keeps its picture."""
    op.add_column("server_rules", sa.Column("few_pictures", sa.Boolean))
