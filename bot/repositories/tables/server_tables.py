"""The tables of servers: rules, overviews, welcomes, the admins' log."""

from collections.abc import Sequence
from typing import Final

import sqlalchemy as sa

from data.schema.base import metadata, partial_index
from data.schema.columns import JsonOf, UtcDateTime, key


def _numbers(stored: Sequence[int] | None) -> tuple[int, ...]:
    return tuple(stored or ())


servers: Final = sa.Table(
    "servers",
    metadata,
    sa.Column("id", key(), primary_key=True, autoincrement=False),
    # Empty if unknown: only a Community declares its language.
    sa.Column("locale", sa.Text, nullable=False),
    # Since when the bot is no longer there.
    sa.Column("gone", UtcDateTime),
    # Where its admins last used the bot: the place for messages about limitations.
    sa.Column("admin_channel", sa.BigInteger),
    # The language of the first person who used the bot there; null if unknown.
    sa.Column("spoken", sa.Text),
)

SERVER_IS_GONE: Final = servers.c.gone.is_not(None)

SERVER_TIMER: Final = "server"
"""The kind of the timer that deletes the data of a server without the bot, by the server's id."""

server_rules: Final = sa.Table(
    "server_rules",
    metadata,
    sa.Column("server", key(), primary_key=True, autoincrement=False),
    sa.Column("language", sa.Text),
    # A channel for results.
    sa.Column("results", sa.BigInteger),
    # The barred people, and the only admitted ones; if empty, no one is barred, and everyone is admitted.
    sa.Column("barred_people", JsonOf(_numbers, list)),
    sa.Column("barred_roles", JsonOf(_numbers, list)),
    sa.Column("allowed_people", JsonOf(_numbers, list)),
    sa.Column("allowed_roles", JsonOf(_numbers, list)),
    # The role that new open challenges ping, and when it was last pinged.
    sa.Column("call_role", sa.BigInteger),
    sa.Column("called", UtcDateTime),
    # The theme of public pictures.
    sa.Column("theme", sa.Text),
    # All other settings by key; a missing setting has its default. The columns above are used in conditions
    # or joins.
    sa.Column("settings", sa.JSON(none_as_null=True)),
)

overviews: Final = sa.Table(
    "overviews",
    metadata,
    sa.Column("channel", key(), primary_key=True, autoincrement=False),
    sa.Column("server", sa.ForeignKey("servers.id")),
    sa.Column("locale", sa.Text, nullable=False),
    sa.Column("message", sa.BigInteger),
)

welcomes: Final = sa.Table(
    "welcomes",
    metadata,
    # A server, or EVERY_SERVER.
    sa.Column("server", key(), primary_key=True, autoincrement=False),
    sa.Column("decided", UtcDateTime, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
)

EVERY_SERVER: Final = 0
"""The key in `welcomes` for all servers that the bot was in at that time."""

audit_entries: Final = sa.Table(
    "deeds",
    metadata,
    sa.Column("id", key(), primary_key=True),
    sa.Column("server", sa.BigInteger, nullable=False),
    sa.Column("done", UtcDateTime, nullable=False),
    sa.Column("player", sa.ForeignKey("players.id"), nullable=False),
    sa.Column("deed", sa.Text, nullable=False),
    sa.Column("game", sa.ForeignKey("games.id")),
    sa.Column("note", sa.Text, nullable=False),
    sa.Index(None, "server", "id"),
)

partial_index("ix_servers_gone", SERVER_IS_GONE, servers.c.gone)
sa.Index(None, overviews.c.server)
