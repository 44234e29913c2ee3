"""Keep tournaments, who has entered them, and which games belong to them."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0041"
down_revision: Final = "0040"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add the tables."""
    key = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "tournaments",
        sa.Column("id", key, nullable=False),
        sa.Column("server", key, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("locale", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("rules", sa.JSON, nullable=False),
        sa.Column("clock", sa.Text, nullable=False),
        sa.Column("places", sa.Integer, nullable=False),
        sa.Column("engine_level", sa.Integer),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("at_once", sa.Integer),
        sa.Column("lost_on_time", sa.Integer),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("organiser", key),
        sa.Column("created", moment, nullable=False),
        sa.Column("starts", moment),
        sa.Column("due", moment),
        sa.Column("message", sa.BigInteger),
        sa.ForeignKeyConstraint(["server"], ["servers.id"], name=op.f("fk_tournaments_server_servers")),
        sa.ForeignKeyConstraint(
            ["organiser"], ["players.id"], name=op.f("fk_tournaments_organiser_players"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
    )
    op.create_index(op.f("ix_tournaments_server_status"), "tournaments", ["server", "status"])
    op.create_index(op.f("ix_tournaments_organiser"), "tournaments", ["organiser"])
    due = sa.text("due IS NOT NULL")
    op.create_index("ix_tournaments_due", "tournaments", ["due"], sqlite_where=due, postgresql_where=due)
    op.create_table(
        "entrants",
        sa.Column("tournament", key, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("player", key),
        sa.Column("level", sa.Integer),
        sa.Column("withdrawn", sa.Boolean, nullable=False),
        sa.Column("place", sa.Integer),
        sa.Column("cup", sa.Boolean, nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament"],
            ["tournaments.id"],
            name=op.f("fk_entrants_tournament_tournaments"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["player"], ["players.id"], name=op.f("fk_entrants_player_players"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("tournament", "number", name=op.f("pk_entrants")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_entrants_player"), "entrants", ["player"])
    op.create_table(
        "tournament_games",
        sa.Column("id", key, nullable=False),
        sa.Column("tournament", key, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("group", sa.Integer, nullable=False),
        sa.Column("seats", sa.JSON, nullable=False),
        sa.Column("points", sa.JSON(none_as_null=True)),
        sa.Column("played", sa.Boolean, nullable=False),
        sa.Column("challenge", key),
        sa.ForeignKeyConstraint(
            ["tournament"],
            ["tournaments.id"],
            name=op.f("fk_tournament_games_tournament_tournaments"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["challenge"],
            ["challenges.id"],
            name=op.f("fk_tournament_games_challenge_challenges"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_games")),
    )
    op.create_index(op.f("ix_tournament_games_tournament"), "tournament_games", ["tournament"])
    op.create_index(op.f("ix_tournament_games_challenge"), "tournament_games", ["challenge"])
