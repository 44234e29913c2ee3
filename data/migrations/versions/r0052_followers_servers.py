"""Add the last delivered ply to followers, and to servers the language of the first person there."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0052"
down_revision: Final = "0051"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add the ply, null for existing followers, and the language, null until a person uses the bot."""
    op.add_column("followers", sa.Column("told_plies", sa.Integer))
    op.add_column("servers", sa.Column("spoken", sa.Text))
