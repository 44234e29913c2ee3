"""Go on: lobbies with guests, several games of one challenge, dice that can be checked, people who leave."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0002"
down_revision: Final = "0001"
branch_labels: Final = None
depends_on: Final = None

KEY: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_KEPT: Final = (
    "id, key, options, challenge, server, channel, locale, thread, home, status, plies, turn, position,"
    " outcome, resigned, board_channel, board_message, created, updated"
)


def upgrade() -> None:
    """Change the tables; what is in them stays."""
    op.add_column("challenges", sa.Column("players", sa.Integer))
    op.add_column("challenges", sa.Column("closed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("challenges", sa.Column("tie_break", sa.Text))
    _make_guests()
    if op.get_bind().dialect.name == "sqlite":
        _make_games_anew()
    else:
        _change_games()


def _make_guests() -> None:
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


def _change_games() -> None:
    op.add_column("games", sa.Column("number", sa.Integer, nullable=False, server_default="1"))
    op.add_column("games", sa.Column("retired", sa.JSON, nullable=False, server_default="[]"))
    op.alter_column("games", "number", server_default=None)
    op.alter_column("games", "retired", server_default=None)
    op.add_column("games", sa.Column("seed", sa.Text))
    op.add_column("games", sa.Column("commitment", sa.Text))
    op.drop_constraint("uq_games_challenge", "games", type_="unique")
    op.create_unique_constraint(op.f("uq_games_challenge_number"), "games", ["challenge", "number"])


def _make_games_anew() -> None:
    # SQLite takes no constraint from a table. Rows that point to games wait for them to be back: they are
    # looked for one game at a time, for which notices have no index of their own.
    op.execute("PRAGMA defer_foreign_keys = ON")
    op.execute("CREATE INDEX notices_by_game ON notices (game)")
    op.execute("CREATE TABLE games_before AS SELECT * FROM games")
    op.drop_table("games")
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
        sa.ForeignKeyConstraint(["challenge"], ["challenges.id"], name=op.f("fk_games_challenge_challenges")),
        sa.ForeignKeyConstraint(["server"], ["servers.id"], name=op.f("fk_games_server_servers")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.UniqueConstraint("challenge", "number", name=op.f("uq_games_challenge_number")),
    )
    op.execute(
        f"INSERT INTO games ({_KEPT}, number, retired) SELECT {_KEPT}, 1, '[]' FROM games_before"  # noqa: S608  # only the names above
    )
    op.drop_table("games_before")
    op.drop_index("notices_by_game")
    running = sa.text("status = 'running'")
    op.create_index("ix_games_channel_running", "games", ["channel"], sqlite_where=running)
    op.create_index(op.f("ix_games_home_id"), "games", ["home", "id"])
    op.create_index("ix_games_home_running", "games", ["home"], sqlite_where=running)
