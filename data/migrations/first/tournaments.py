"""The tables of tournaments, as of 0.11.0."""

import sqlalchemy as sa
from alembic import op

from data.migrations.first.columns import KEY, MOMENT, foreign_key


def create() -> None:
    """Create the tables and their indexes."""
    op.create_table(
        "tournaments",
        sa.Column("id", KEY, nullable=False),
        sa.Column("server", KEY, nullable=False),
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
        sa.Column("organiser", KEY),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("terms", sa.JSON),
        sa.Column("starts", MOMENT),
        sa.Column("ended", MOMENT),
        sa.Column("message", sa.BigInteger),
        # No longer read or written by any version.
        sa.Column("due", MOMENT),
        foreign_key("tournaments", "organiser", "players.id", "SET NULL"),
        foreign_key("tournaments", "server", "servers.id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
    )
    op.create_index(op.f("ix_tournaments_organiser"), "tournaments", ["organiser"])
    op.create_index(op.f("ix_tournaments_server_status"), "tournaments", ["server", "status"])
    op.create_table(
        "entrants",
        sa.Column("tournament", KEY, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("player", KEY),
        sa.Column("level", sa.Integer),
        sa.Column("withdrawn", sa.Boolean, nullable=False),
        sa.Column("place", sa.Integer),
        sa.Column("cup", sa.Boolean, nullable=False),
        sa.Column("entered", MOMENT),
        foreign_key("entrants", "player", "players.id", "SET NULL"),
        foreign_key("entrants", "tournament", "tournaments.id", "CASCADE"),
        sa.PrimaryKeyConstraint("tournament", "number", name=op.f("pk_entrants")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_entrants_player"), "entrants", ["player"])
    op.create_table(
        "tournament_games",
        sa.Column("id", KEY, nullable=False),
        sa.Column("tournament", KEY, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("group", sa.Integer, nullable=False),
        sa.Column("seats", sa.JSON, nullable=False),
        sa.Column("points", sa.JSON),
        sa.Column("played", sa.Boolean, nullable=False),
        sa.Column("challenge", KEY),
        sa.Column("challenger", sa.Integer),
        sa.Column("decided", MOMENT),
        sa.Column("dice_root", sa.Text),
        sa.Column("dice_leaf", sa.Integer),
        foreign_key("tournament_games", "challenge", "challenges.id", "SET NULL"),
        foreign_key("tournament_games", "tournament", "tournaments.id", "CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_games")),
    )
    op.create_index(op.f("ix_tournament_games_challenge"), "tournament_games", ["challenge"])
    op.create_index(op.f("ix_tournament_games_tournament"), "tournament_games", ["tournament"])
    op.create_table(
        "dice_trees",
        sa.Column("id", KEY, nullable=False),
        sa.Column("tournament", KEY, nullable=False),
        sa.Column("root", sa.Text, nullable=False),
        sa.Column("seeds", sa.Text, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("ahead", sa.Boolean, nullable=False),
        sa.Column("closed", sa.Boolean, nullable=False),
        sa.Column("message", sa.BigInteger),
        foreign_key("dice_trees", "tournament", "tournaments.id", "CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_dice_trees")),
    )
    op.create_index(op.f("ix_dice_trees_root"), "dice_trees", ["root"])
    op.create_index(op.f("ix_dice_trees_tournament"), "dice_trees", ["tournament"])
