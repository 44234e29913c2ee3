"""Get along: the revisions whose programs may use the database, so that two versions run side by side."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0018"
down_revision: Final = "0017"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0018"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "compatible_revisions",
        sa.Column("revision", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("revision", name=op.f("pk_compatible_revisions")),
    )
