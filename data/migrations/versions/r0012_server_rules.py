"""Colour servers: the theme of what is public in one."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0012"
down_revision: Final = "0011"
branch_labels: Final = None
depends_on: Final = None


def upgrade() -> None:
    """Change the tables; what is in them stays."""
    op.add_column("server_rules", sa.Column("theme", sa.Text))
