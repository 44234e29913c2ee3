"""The tables of version 0.1.0, the first one whose databases are kept."""

from typing import Any, Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0005"
down_revision: Final = None
branch_labels: Final = None
depends_on: Final = None

KEY: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _only(condition: sa.TextClause) -> dict[str, Any]:
    return {"sqlite_where": condition, "postgresql_where": condition}


def upgrade() -> None:
    """Make the tables."""
    _make_people_and_servers()
    _make_challenges_and_requests()
    _make_games()
    _make_notices()


def _make_people_and_servers() -> None:
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
        "habits",
        sa.Column("player", KEY, nullable=False),
        sa.Column("preferences", sa.JSON, nullable=False),
        sa.Column("vacation", sa.JSON, nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_habits_player_players")),
        sa.PrimaryKeyConstraint("player", name=op.f("pk_habits")),
    )
    op.create_table(
        "server_rules",
        sa.Column("server", KEY, autoincrement=False, nullable=False),
        sa.Column("channels", sa.JSON, nullable=False),
        sa.Column("games", sa.JSON, nullable=False),
        sa.Column("clock", sa.Text, nullable=False),
        sa.Column("threads", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("server", name=op.f("pk_server_rules")),
    )
    op.create_table(
        "overviews",
        sa.Column("channel", KEY, autoincrement=False, nullable=False),
        sa.Column("server", KEY),
        sa.Column("locale", sa.Text, nullable=False),
        sa.Column("message", sa.BigInteger),
        sa.ForeignKeyConstraint(["server"], ["servers.id"], name=op.f("fk_overviews_server_servers")),
        sa.PrimaryKeyConstraint("channel", name=op.f("pk_overviews")),
    )


def _make_challenges_and_requests() -> None:
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
        sa.Column("players", sa.Integer),
        sa.Column("closed", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("tie_break", sa.Text),
        sa.Column("clock", sa.Text, nullable=False, server_default="none"),
        sa.Column("rematch_of", sa.BigInteger),
        sa.Column("counter_to", sa.BigInteger),
        sa.Column("parent", sa.BigInteger),
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
    op.create_index(
        "ix_challenges_rematch_of_id",
        "challenges",
        ["rematch_of", "id"],
        **_only(sa.text("rematch_of IS NOT NULL")),
    )
    op.create_table(
        "guests",
        sa.Column("challenge", KEY, nullable=False),
        sa.Column("player", KEY, nullable=False),
        sa.Column("invited", sa.Boolean, nullable=False),
        sa.Column("joined", sa.Integer),
        sa.Column("party", sa.Integer),
        sa.Column("waiting", sa.Boolean, nullable=False),
        sa.ForeignKeyConstraint(
            ["challenge"], ["challenges.id"], name=op.f("fk_guests_challenge_challenges")
        ),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_guests_player_players")),
        sa.PrimaryKeyConstraint("challenge", "player", name=op.f("pk_guests")),
        sqlite_with_rowid=False,
    )
    waiting = sa.column("waiting") == sa.true()
    op.create_index("ix_guests_waiting", "guests", ["player"], sqlite_where=waiting, postgresql_where=waiting)
    op.create_table(
        "requests",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("player", KEY, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("subject", sa.BigInteger, nullable=False),
        sa.Column("number", sa.Integer),
        sa.Column("taken_back", sa.Integer),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_requests_player_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_requests")),
        sqlite_with_rowid=False,
    )


def _make_games() -> None:
    op.create_table(
        "games",
        sa.Column("id", KEY, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("challenge", KEY, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
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
        sa.Column("retired", sa.JSON, nullable=False),
        sa.Column("seed", sa.Text),
        sa.Column("commitment", sa.Text),
        sa.Column("board_channel", sa.BigInteger),
        sa.Column("board_message", sa.BigInteger),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        *(
            sa.Column(name, sa.DateTime(timezone=True), nullable=True)
            for name in ("since", "deadline", "due", "told")
        ),
        *(
            sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false())
            for name in ("claimable", "stalled", "silenced", "planned")
        ),
        *(
            sa.Column(name, sa.Integer, nullable=False, server_default="0")
            for name in ("turns", "reminders", "taken_back")
        ),
        sa.Column("times", sa.JSON),
        sa.Column("offers", sa.JSON),
        sa.ForeignKeyConstraint(["challenge"], ["challenges.id"], name=op.f("fk_games_challenge_challenges")),
        sa.ForeignKeyConstraint(["server"], ["servers.id"], name=op.f("fk_games_server_servers")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.UniqueConstraint("challenge", "number", name=op.f("uq_games_challenge_number")),
    )
    op.create_index("ix_games_channel_running", "games", ["channel"], **_only(sa.text("status = 'running'")))
    op.create_index(op.f("ix_games_home_id"), "games", ["home", "id"])
    op.create_index("ix_games_home_running", "games", ["home"], **_only(sa.text("status = 'running'")))
    op.create_index("ix_games_due", "games", ["due"], **_only(sa.text("due IS NOT NULL")))
    _make_parts_of_games()


def _make_parts_of_games() -> None:
    op.create_table(
        "plies",
        sa.Column("game", KEY, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("automatic", sa.Text),
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
    op.create_table(
        "deeds",
        sa.Column("id", KEY, nullable=False),
        sa.Column("server", sa.BigInteger, nullable=False),
        sa.Column("done", sa.DateTime(timezone=True), nullable=False),
        sa.Column("player", KEY, nullable=False),
        sa.Column("deed", sa.Text, nullable=False),
        sa.Column("game", KEY),
        sa.Column("note", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_deeds_game_games")),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_deeds_player_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deeds")),
    )
    op.create_index(op.f("ix_deeds_server_id"), "deeds", ["server", "id"])


def _make_notices() -> None:
    op.create_table(
        "notices",
        sa.Column("id", KEY, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("stream", sa.BigInteger, nullable=False),
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
        sa.Column("shown_channel", sa.BigInteger),
        sa.Column("shown_message", sa.BigInteger),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_notices_game_games")),
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
    op.create_index(
        "ix_notices_shown", "notices", ["game", "audience"], **_only(sa.text("shown_message IS NOT NULL"))
    )
