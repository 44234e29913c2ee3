"""The tables of the web page, as of 0.11.0."""

import sqlalchemy as sa
from alembic import op

from data.migrations.first.columns import KEY, MOMENT, foreign_key


def create() -> None:
    """Create the tables and their indexes."""
    op.create_table(
        "web_links",
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("player", KEY, nullable=False),
        sa.Column("game", KEY, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("made", MOMENT, nullable=False),
        sa.Column("expires", MOMENT, nullable=False),
        sa.Column("used", MOMENT),
        foreign_key("web_links", "game", "games.id", "CASCADE"),
        foreign_key("web_links", "player", "players.id", "CASCADE"),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_web_links")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_web_links_expires"), "web_links", ["expires"])
    op.create_index(op.f("ix_web_links_game"), "web_links", ["game"])
    op.create_index(op.f("ix_web_links_player"), "web_links", ["player"])
    op.create_table(
        "web_sessions",
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("player", KEY, nullable=False),
        sa.Column("game", KEY),
        sa.Column("seat", sa.Integer),
        sa.Column("made", MOMENT, nullable=False),
        sa.Column("expires", MOMENT, nullable=False),
        foreign_key("web_sessions", "game", "games.id", "CASCADE"),
        foreign_key("web_sessions", "player", "players.id", "CASCADE"),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_web_sessions")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_web_sessions_expires"), "web_sessions", ["expires"])
    op.create_index(op.f("ix_web_sessions_game"), "web_sessions", ["game"])
    op.create_index(op.f("ix_web_sessions_player"), "web_sessions", ["player"])
    op.create_table(
        "web_names",
        sa.Column("player", KEY, nullable=False),
        sa.Column("since", MOMENT, nullable=False),
        foreign_key("web_names", "player", "players.id", "CASCADE"),
        sa.PrimaryKeyConstraint("player", name=op.f("pk_web_names")),
    )
    op.create_table(
        "web_servers",
        sa.Column("server", KEY, nullable=False),
        sa.Column("since", MOMENT, nullable=False),
        foreign_key("web_servers", "server", "servers.id", "CASCADE"),
        sa.PrimaryKeyConstraint("server", name=op.f("pk_web_servers")),
    )
    op.create_table(
        "web_hidden",
        sa.Column("game", KEY, nullable=False),
        sa.Column("player", KEY),
        sa.Column("since", MOMENT, nullable=False),
        foreign_key("web_hidden", "game", "games.id", "CASCADE"),
        foreign_key("web_hidden", "player", "players.id", "SET NULL"),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_web_hidden")),
    )
    op.create_index(op.f("ix_web_hidden_player"), "web_hidden", ["player"])
