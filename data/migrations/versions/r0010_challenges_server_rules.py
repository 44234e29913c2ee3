"""Find partners: open challenges by server, terms that change, a role that is called."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0010"
down_revision: Final = "0009"
branch_labels: Final = None
depends_on: Final = None


def upgrade() -> None:
    """Change the tables; what is in them stays."""
    op.add_column("challenges", sa.Column("terms", sa.Integer, nullable=False, server_default="0"))
    op.add_column("server_rules", sa.Column("call_role", sa.BigInteger))
    op.add_column("server_rules", sa.Column("called", sa.DateTime(timezone=True)))
    op.create_index(op.f("ix_overviews_server"), "overviews", ["server"])
    still_open = sa.text("status = 'open'")
    op.create_index(
        "ix_challenges_server_open",
        "challenges",
        ["server"],
        sqlite_where=still_open,
        postgresql_where=still_open,
    )
