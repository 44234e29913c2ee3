"""Keep records: the games that people have imported, each for a time."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0014"
down_revision: Final = "0013"
branch_labels: Final = None
depends_on: Final = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "imports",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("player", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("names", sa.JSON, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_imports_player_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_imports")),
    )
    op.create_index(op.f("ix_imports_player_id"), "imports", ["player", "id"])
    op.create_index(op.f("ix_imports_expires"), "imports", ["expires"])
