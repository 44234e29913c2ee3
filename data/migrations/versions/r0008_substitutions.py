"""Change hands: seats get other people; a ply can be undone as if it had not been played."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0008"
down_revision: Final = "0007"
branch_labels: Final = None
depends_on: Final = None

KEY: Final = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Add what is new; what is there stays."""
    op.add_column("games", sa.Column("undo", sa.JSON))
    people = ("leaver", "offered_by", "wanted", "substitute")
    op.create_table(
        "substitutions",
        sa.Column("id", KEY, nullable=False),
        sa.Column("game", KEY, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("leaver", KEY, nullable=False),
        sa.Column("offered_by", KEY, nullable=False),
        sa.Column("wanted", KEY),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        sa.Column("substitute", KEY),
        sa.Column("settled", sa.DateTime(timezone=True)),
        sa.Column("message_channel", sa.BigInteger),
        sa.Column("message", sa.BigInteger),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_substitutions_game_games")),
        *(
            sa.ForeignKeyConstraint([one], ["players.id"], name=op.f(f"fk_substitutions_{one}_players"))
            for one in people
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_substitutions")),
    )
    op.create_index(op.f("ix_substitutions_game_id"), "substitutions", ["game", "id"])
    is_open = sa.text("status = 'open'")
    op.create_index(
        "ix_substitutions_expiring",
        "substitutions",
        ["expires"],
        sqlite_where=is_open,
        postgresql_where=is_open,
    )
