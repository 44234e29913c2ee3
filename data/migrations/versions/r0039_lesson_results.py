"""Keep how people have fared with lessons."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0039"
down_revision: Final = "0038"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add the table."""
    person = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "lesson_results",
        sa.Column("player", person, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("lesson", sa.Text, nullable=False),
        sa.Column("wrong", sa.Integer, nullable=False),
        sa.Column("done", sa.Boolean, nullable=False),
        sa.Column("last", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["player"], ["players.id"], name=op.f("fk_lesson_results_player_players"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("player", "key", "lesson", name=op.f("pk_lesson_results")),
        sqlite_with_rowid=False,
    )
