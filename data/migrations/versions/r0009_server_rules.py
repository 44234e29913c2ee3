"""Order servers: a forum as home, a channel for results, who may play."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0009"
down_revision: Final = "0008"
branch_labels: Final = None
depends_on: Final = None

LISTS: Final = ("barred_people", "barred_roles", "allowed_people", "allowed_roles")


def upgrade() -> None:
    """Change the table; what is in it stays."""
    for channel in ("forum", "results"):
        op.add_column("server_rules", sa.Column(channel, sa.BigInteger))
    for name in LISTS:
        op.add_column("server_rules", sa.Column(name, sa.JSON(none_as_null=True)))
    is_open = sa.text("status = 'open'")
    op.create_index(
        "ix_challenges_channel_open",
        "challenges",
        ["channel"],
        sqlite_where=is_open,
        postgresql_where=is_open,
    )
