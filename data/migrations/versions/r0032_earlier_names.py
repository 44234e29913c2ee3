"""Keep earlier names: what people were called before."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0032"
down_revision: Final = "0031"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add the table; of names before today nothing is known."""
    person = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "earlier_names",
        sa.Column("player", person, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(
            ["player"], ["players.id"], name=op.f("fk_earlier_names_player_players"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("player", "name", name=op.f("pk_earlier_names")),
        sqlite_with_rowid=False,
    )
