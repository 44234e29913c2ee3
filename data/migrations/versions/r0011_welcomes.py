"""Welcome servers: where a bot that is new in a server has introduced itself."""

from datetime import UTC, datetime
from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0011"
down_revision: Final = "0010"
branch_labels: Final = None
depends_on: Final = None

EVERY_SERVER: Final = 0


def upgrade() -> None:
    """Add the table; every server that a database in use may know counts as welcomed."""
    welcomes = op.create_table(
        "welcomes",
        sa.Column(
            "server",
            sa.BigInteger().with_variant(sa.Integer, "sqlite"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("decided", sa.DateTime(timezone=True), nullable=False),
        sa.Column("status", sa.Text, nullable=False),
    )
    connection, now = op.get_bind(), datetime.now(UTC)
    met = list(connection.execute(sa.text("SELECT id FROM servers ORDER BY id")).scalars())
    is_used = met or connection.execute(sa.text("SELECT id FROM players LIMIT 1")).first() is not None
    if is_used:
        # Of a server in which nobody has spoken nothing is kept: what the bot had joined by now is not new.
        rows = [{"server": one, "decided": now, "status": "known"} for one in (EVERY_SERVER, *met)]
        connection.execute(sa.insert(welcomes), rows)
