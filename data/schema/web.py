"""Links and sessions of the web page, and what is public there."""

from typing import Final

import sqlalchemy as sa

from data.schema.base import Moment, metadata

# Links to games, each for one person and used once. Only hashes of their tokens are stored.
web_links: Final = sa.Table(
    "web_links",
    metadata,
    sa.Column("hash", sa.Text, primary_key=True),
    # A version from before this table, too, can delete someone, and a game.
    sa.Column("player", sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    sa.Column("game", sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    # The seat that the person held then, empty for an onlooker.
    sa.Column("seat", sa.Integer),
    sa.Column("made", Moment, nullable=False),
    sa.Column("expires", Moment, nullable=False),
    sa.Column("used", Moment),
    sa.Index(None, "player"),
    sa.Index(None, "game"),
    sa.Index(None, "expires"),
    sqlite_with_rowid=False,
)

# Sessions of persons in a browser; without a game one is for all games of its person.
web_sessions: Final = sa.Table(
    "web_sessions",
    metadata,
    sa.Column("hash", sa.Text, primary_key=True),
    sa.Column("player", sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    sa.Column("game", sa.ForeignKey("games.id", ondelete="CASCADE")),
    sa.Column("seat", sa.Integer),
    sa.Column("made", Moment, nullable=False),
    sa.Column("expires", Moment, nullable=False),
    sa.Index(None, "player"),
    sa.Index(None, "game"),
    sa.Index(None, "expires"),
    sqlite_with_rowid=False,
)

# The servers whose finished games have public pages.
web_servers: Final = sa.Table(
    "web_servers",
    metadata,
    sa.Column("server", sa.ForeignKey("servers.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("since", Moment, nullable=False),
)

# The persons whose names stand on public pages.
web_names: Final = sa.Table(
    "web_names",
    metadata,
    sa.Column("player", sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("since", Moment, nullable=False),
)

# Games without a public page, as one of their players wants it so; they stay hidden when that one is deleted.
web_hidden: Final = sa.Table(
    "web_hidden",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("player", sa.ForeignKey("players.id", ondelete="SET NULL")),
    sa.Column("since", Moment, nullable=False),
    sa.Index(None, "player"),
)
