"""Engines: servers that let nobody play against them, or only in some channels."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0035"
down_revision: Final = "0034"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add what servers may choose, until then engines play in every channel; find what engines play in."""
    thinks = sa.text("engine IS NOT NULL")
    op.create_index(
        "ix_seats_engine", "seats", ["running", "game"], sqlite_where=thinks, postgresql_where=thinks
    )
    op.add_column("server_rules", sa.Column("engines", sa.Boolean))
    op.add_column("server_rules", sa.Column("engine_channels", sa.JSON(none_as_null=True)))
