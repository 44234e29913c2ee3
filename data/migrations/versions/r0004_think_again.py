"""Think again: offers, take-backs, planned lines, rematches and counter-offers."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0004"
down_revision: Final = "0003"
branch_labels: Final = None
depends_on: Final = None

KEY: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Change the tables; what is in them stays."""
    op.add_column("challenges", sa.Column("rematch_of", sa.BigInteger))
    op.add_column("challenges", sa.Column("counter_to", sa.BigInteger))
    known = sa.text("rematch_of IS NOT NULL")
    op.create_index(
        "ix_challenges_rematch_of_id",
        "challenges",
        ["rematch_of", "id"],
        sqlite_where=known,
        postgresql_where=known,
    )
    op.add_column("games", sa.Column("offers", sa.JSON))
    op.add_column("games", sa.Column("taken_back", sa.Integer, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("planned", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("plies", sa.Column("automatic", sa.Text))
    op.add_column("requests", sa.Column("taken_back", sa.Integer))
    op.create_table(
        "undone",
        sa.Column("game", KEY, nullable=False),
        sa.Column("taken_back", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("automatic", sa.Text),
        sa.Column("played", sa.DateTime(timezone=True), nullable=False),
        sa.Column("undone", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_undone_game_games")),
        sa.PrimaryKeyConstraint("game", "taken_back", "number", name=op.f("pk_undone")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "plans",
        sa.Column("game", KEY, nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("plan", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_plans_game_games")),
        sa.PrimaryKeyConstraint("game", "seat", name=op.f("pk_plans")),
        sqlite_with_rowid=False,
    )
