"""Keep of servers whether their members may open tournaments, too."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0043"
down_revision: Final = "0042"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add what servers may choose; until then admins open them alone."""
    op.add_column("server_rules", sa.Column("open_tournaments", sa.Boolean))
