"""Seat engines: a seat is held by a person, or by an engine of some level."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0007"
down_revision: Final = "0006"
branch_labels: Final = None
depends_on: Final = None


def upgrade() -> None:
    """Change the table; what is in it stays."""
    with op.batch_alter_table("seats", table_kwargs={"sqlite_with_rowid": False}) as seats:
        seats.alter_column("player", existing_type=sa.BigInteger, nullable=True)
        seats.add_column(sa.Column("engine", sa.Text))
        seats.add_column(sa.Column("level", sa.Integer))
