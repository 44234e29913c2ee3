"""Begin: people, servers, challenges, games, requests and notices."""

from typing import Any, Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0001"
down_revision: Final = None
branch_labels: Final = None
depends_on: Final = None

KEY: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _only(condition: sa.TextClause) -> dict[str, Any]:
    return {"sqlite_where": condition, "postgresql_where": condition}


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "players",
        sa.Column("id", KEY, autoincrement=False, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("locale", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
    )
    op.create_table(
        "servers",
        sa.Column("id", KEY, autoincrement=False, nullable=False),
        sa.Column("locale", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_servers")),
    )
    op.create_table(
        "challenges",
        sa.Column("id", KEY, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("challenger", KEY, nullable=False),
        sa.Column("opponent", KEY),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("server", KEY),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("locale", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("reason", sa.Text),
        sa.Column("accepted_by", KEY),
        sa.Column("message", sa.BigInteger),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["accepted_by"], ["players.id"], name=op.f("fk_challenges_accepted_by_players")
        ),
        sa.ForeignKeyConstraint(
            ["challenger"], ["players.id"], name=op.f("fk_challenges_challenger_players")
        ),
        sa.ForeignKeyConstraint(["opponent"], ["players.id"], name=op.f("fk_challenges_opponent_players")),
        sa.ForeignKeyConstraint(["server"], ["servers.id"], name=op.f("fk_challenges_server_servers")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_challenges")),
    )
    op.create_index("ix_challenges_received", "challenges", ["opponent"], **_only(sa.text("status = 'open'")))
    op.create_index("ix_challenges_sent", "challenges", ["challenger"], **_only(sa.text("status = 'open'")))
    op.create_table(
        "requests",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("player", KEY, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("subject", sa.BigInteger, nullable=False),
        sa.Column("number", sa.Integer),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_requests_player_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_requests")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "games",
        sa.Column("id", KEY, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("challenge", KEY, nullable=False),
        sa.Column("server", KEY),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("locale", sa.Text, nullable=False),
        sa.Column("thread", sa.BigInteger),
        sa.Column("home", sa.BigInteger, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer),
        sa.Column("position", sa.Text, nullable=False),
        sa.Column("outcome", sa.JSON),
        sa.Column("resigned", sa.Integer),
        sa.Column("board_channel", sa.BigInteger),
        sa.Column("board_message", sa.BigInteger),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["challenge"], ["challenges.id"], name=op.f("fk_games_challenge_challenges")),
        sa.ForeignKeyConstraint(["server"], ["servers.id"], name=op.f("fk_games_server_servers")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.UniqueConstraint("challenge", name=op.f("uq_games_challenge")),
    )
    op.create_index("ix_games_channel_running", "games", ["channel"], **_only(sa.text("status = 'running'")))
    op.create_index(op.f("ix_games_home_id"), "games", ["home", "id"])
    op.create_index("ix_games_home_running", "games", ["home"], **_only(sa.text("status = 'running'")))
    op.create_table(
        "notices",
        sa.Column("id", KEY, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("stream", KEY, nullable=False),
        sa.Column("audience", sa.BigInteger, nullable=False),
        sa.Column("game", KEY),
        sa.Column("ply", sa.Integer),
        sa.Column("data", sa.JSON, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("claimant", sa.Text),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("uncertain", sa.Boolean, nullable=False),
        sa.Column("error", sa.Text),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_notices_game_games")),
        sa.ForeignKeyConstraint(["stream"], ["challenges.id"], name=op.f("fk_notices_stream_challenges")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notices")),
    )
    op.create_index("ix_notices_claimed", "notices", ["id"], **_only(sa.text("status = 'claimed'")))
    op.create_index("ix_notices_due", "notices", ["due"], **_only(sa.text("status = 'waiting'")))
    op.create_index("ix_notices_missed", "notices", ["audience"], **_only(sa.text("status = 'missed'")))
    op.create_index(
        "ix_notices_undelivered",
        "notices",
        ["stream", "audience", "id"],
        **_only(sa.text("status IN ('waiting', 'claimed')")),
    )
    op.create_table(
        "plies",
        sa.Column("game", KEY, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("played", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_plies_game_games")),
        sa.PrimaryKeyConstraint("game", "number", name=op.f("pk_plies")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "seats",
        sa.Column("game", KEY, nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("player", KEY, nullable=False),
        sa.Column("running", sa.Boolean, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_seats_game_games")),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_seats_player_players")),
        sa.PrimaryKeyConstraint("game", "seat", name=op.f("pk_seats")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_seats_player_running_game"), "seats", ["player", "running", "game"])
