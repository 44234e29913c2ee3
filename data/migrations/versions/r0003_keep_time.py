"""Keep time: clocks and reminders of games, habits of people, rules, overviews and deeds of servers."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0003"
down_revision: Final = "0002"
branch_labels: Final = None
depends_on: Final = None

KEY: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_KEPT: Final = (
    "id, kind, stream, audience, game, ply, data, status, due, claimant, attempts, uncertain, error, created"
)


def upgrade() -> None:
    """Change the tables; what is in them stays."""
    op.add_column("challenges", sa.Column("clock", sa.Text, nullable=False, server_default="none"))
    _add_time()
    _make_tables()
    if op.get_bind().dialect.name == "sqlite":
        _make_notices_anew()
    else:
        _change_notices()
    shown = sa.text("shown_message IS NOT NULL")
    op.create_index(
        "ix_notices_shown", "notices", ["game", "audience"], sqlite_where=shown, postgresql_where=shown
    )


def _add_time() -> None:
    for name in ("since", "deadline", "due", "told"):
        op.add_column("games", sa.Column(name, sa.DateTime(timezone=True)))
    for name in ("claimable", "stalled", "silenced"):
        op.add_column("games", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false()))
    for name in ("turns", "reminders"):
        op.add_column("games", sa.Column(name, sa.Integer, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("times", sa.JSON))
    op.execute("UPDATE games SET since = updated")
    due = sa.text("due IS NOT NULL")
    op.create_index("ix_games_due", "games", ["due"], sqlite_where=due, postgresql_where=due)


def _make_tables() -> None:
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


def _change_notices() -> None:
    op.drop_constraint("fk_notices_stream_challenges", "notices", type_="foreignkey")
    op.add_column("notices", sa.Column("shown_channel", sa.BigInteger))
    op.add_column("notices", sa.Column("shown_message", sa.BigInteger))


def _make_notices_anew() -> None:
    # SQLite takes no constraint from a table; nothing points to this one.
    op.execute("CREATE TABLE notices_before AS SELECT * FROM notices")
    op.drop_table("notices")
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
    op.execute(f"INSERT INTO notices ({_KEPT}) SELECT {_KEPT} FROM notices_before")  # noqa: S608  # only the names above
    op.drop_table("notices_before")
    conditions = {
        "claimed": ("status = 'claimed'", ["id"]),
        "due": ("status = 'waiting'", ["due"]),
        "missed": ("status = 'missed'", ["audience"]),
        "undelivered": ("status IN ('waiting', 'claimed')", ["stream", "audience", "id"]),
    }
    for name, (condition, columns) in conditions.items():
        op.create_index(f"ix_notices_{name}", "notices", columns, sqlite_where=sa.text(condition))
