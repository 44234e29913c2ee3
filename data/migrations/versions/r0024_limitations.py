"""Limitations: what servers do not let the bot do, and where their admins are told of it."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0024"
down_revision: Final = "0023"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add the table and the column; nothing has been met so far."""
    op.create_table(
        "limitations",
        sa.Column("server", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("channel", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("what", sa.Text, primary_key=True),
        sa.Column("code", sa.Integer),
        sa.Column("latest", sa.DateTime(timezone=True), nullable=False),
        sa.Column("told", sa.Boolean, nullable=False),
    )
    op.add_column("servers", sa.Column("admin_channel", sa.BigInteger))
