"""Count games: how many of each run is read from an index, not from the games."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0025"
down_revision: Final = "0024"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add the index."""
    running = sa.text("status = 'running'")
    op.create_index(
        "ix_games_key_running",
        "games",
        ["key", "status"],
        sqlite_where=running,
        postgresql_where=running,
    )
