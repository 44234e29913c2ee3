"""Rate slow play: which results count, how ratings were computed, and until when they are settled."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0031"
down_revision: Final = "0030"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add the columns; ratings there are get the number 0, by which it is seen that they are to be anew."""
    op.add_column("games", sa.Column("counting", sa.Text))
    op.add_column("ratings", sa.Column("settled_until", sa.DateTime(timezone=True)))
    op.add_column("ratings", sa.Column("formula", sa.Integer, nullable=False, server_default="0"))
    op.add_column("players", sa.Column("formula_told", sa.Integer))
    op.create_index("ix_ratings_key_formula", "ratings", ["key", "formula"])
