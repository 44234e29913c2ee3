"""Keep rules: a game knows the version of the rules it was begun under."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0028"
down_revision: Final = "0027"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add the column; all games so far were begun under the first version."""
    op.add_column("games", sa.Column("rules", sa.Integer, nullable=False, server_default="1"))
