"""Put first: what answers somebody who is there is delivered before what answers nobody."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0027"
down_revision: Final = "0026"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add the column and its index."""
    op.add_column("notices", sa.Column("priority", sa.SmallInteger, nullable=False, server_default="0"))
    waiting = sa.text("status = 'waiting'")
    op.create_index(
        "ix_notices_priority",
        "notices",
        ["priority", "due"],
        sqlite_where=waiting,
        postgresql_where=waiting,
    )
