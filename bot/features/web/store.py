"""The tables of links, sessions and public pages, and their queries."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa

from bot.features.web.domain import MAX_LINKS, MAX_SESSIONS, WebGrant
from bot.kernel.personal.tables import ClearedRows, DeletedRows, Key, OwnedTable
from bot.repositories.restores import epochs
from bot.repositories.rows.row_mapping import RowMapping
from bot.repositories.tables.match_tables import seats
from bot.repositories.tables.person_tables import blocks
from data.connections.dialects import inserts_if_absent
from data.schema.base import metadata
from data.schema.columns import UtcDateTime
from data.session import Session

# Links to games, each for one person and a single use. Only hashes of their tokens are stored.
web_links: Final = sa.Table(
    "web_links",
    metadata,
    sa.Column("hash", sa.Text, primary_key=True),
    # Cascades because a version of the program without this table may delete people and games.
    sa.Column("player", sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    sa.Column("game", sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    # The seat that the person held then, null for an onlooker.
    sa.Column("seat", sa.Integer),
    sa.Column("made", UtcDateTime, nullable=False),
    sa.Column("expires", UtcDateTime, nullable=False),
    sa.Column("used", UtcDateTime),
    sa.Index(None, "player"),
    sa.Index(None, "game"),
    sa.Index(None, "expires"),
    sqlite_with_rowid=False,
)

# People's sessions in a browser; without a game, a session is for all games that its person may see.
web_sessions: Final = sa.Table(
    "web_sessions",
    metadata,
    sa.Column("hash", sa.Text, primary_key=True),
    sa.Column("player", sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    sa.Column("game", sa.ForeignKey("games.id", ondelete="CASCADE")),
    sa.Column("seat", sa.Integer),
    sa.Column("made", UtcDateTime, nullable=False),
    sa.Column("expires", UtcDateTime, nullable=False),
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
    sa.Column("since", UtcDateTime, nullable=False),
)

# The people whose names are shown on public pages.
web_names: Final = sa.Table(
    "web_names",
    metadata,
    sa.Column("player", sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("since", UtcDateTime, nullable=False),
)

# Games whose public page a player has hidden; they stay hidden when that player is deleted.
web_hidden: Final = sa.Table(
    "web_hidden",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("player", sa.ForeignKey("players.id", ondelete="SET NULL")),
    sa.Column("since", UtcDateTime, nullable=False),
    sa.Index(None, "player"),
)

_GRANT: Final = RowMapping(WebGrant, columns={"person": "player", "match": "game"})
_HASH: Final[sa.BindParameter[str]] = sa.bindparam("_hash")
_PERSON: Final[sa.BindParameter[int]] = sa.bindparam("_person")
_NOW: Final = sa.bindparam("_now", type_=web_links.c.expires.type)


def _is_blocked(table: sa.Table) -> sa.ColumnElement[bool]:
    """Return the condition that the person has blocked a player, or the reverse, since the row was added."""
    return sa.exists(
        sa.select(blocks.c.made)
        .where(
            seats.c.game == table.c.game,
            blocks.c.made >= table.c.made,
            sa.or_(
                sa.and_(blocks.c.blocker == table.c.player, blocks.c.blocked == seats.c.player),
                sa.and_(blocks.c.blocked == table.c.player, blocks.c.blocker == seats.c.player),
            ),
        )
        .correlate(table)
    )


def _was_restored(table: sa.Table) -> sa.ColumnElement[bool]:
    """Return the condition that a backup was restored since the row was added: its end may be lost."""
    return sa.exists(sa.select(epochs.c.epoch).where(epochs.c.begun >= table.c.made).correlate(table))


def _valid(table: sa.Table) -> sa.Select[Any]:
    columns = (column for column in table.c if column.name != "used")
    return sa.select(*columns).where(
        table.c.hash == _HASH, table.c.expires > _NOW, ~_is_blocked(table), ~_was_restored(table)
    )


_LINK: Final = _valid(web_links)
_SESSION: Final = _valid(web_sessions)
_USE: Final = (
    sa.update(web_links)
    .where(web_links.c.hash == _HASH, web_links.c.used.is_(None), web_links.c.expires > _NOW)
    .values(used=_NOW)
    .returning(web_links.c.hash)
)


def _oldest_of(table: sa.Table, most: int) -> sa.Delete:
    """Return the statement that deletes a person's rows beyond the newest `most`."""
    query = (
        sa.select(table.c.hash)
        .where(table.c.player == _PERSON)
        .order_by(table.c.made.desc(), table.c.hash)
        .limit(most)
    )
    return sa.delete(table).where(table.c.player == _PERSON, table.c.hash.not_in(query))


_TRIM: Final[Mapping[sa.Table, sa.Delete]] = {
    web_links: _oldest_of(web_links, MAX_LINKS),
    web_sessions: _oldest_of(web_sessions, MAX_SESSIONS),
}
_LAPSED: Final = {table: sa.delete(table).where(table.c.expires <= _NOW) for table in _TRIM}
_OF_PERSON: Final = {table: sa.delete(table).where(table.c.player == _PERSON) for table in _TRIM}
_PUT_SERVER: Final = inserts_if_absent(web_servers)
_PUT_NAME: Final = inserts_if_absent(web_names)
_PUT_HIDDEN: Final = inserts_if_absent(web_hidden)


class GrantRepository:
    """The tables `web_links` and `web_sessions`."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def add_link(self, link: WebGrant) -> None:
        """Store a link; delete expired links, and the person's oldest above the limit."""
        await self._add(web_links, link)

    async def add_session(self, session: WebGrant) -> None:
        """Store a session; delete expired sessions, and the person's oldest above the limit."""
        await self._add(web_sessions, session)

    async def _add(self, table: sa.Table, grant: WebGrant) -> None:
        await self._connection.execute(_LAPSED[table], {"_now": grant.made})
        await self._connection.execute(sa.insert(table), _GRANT.columns_of(grant))
        await self._connection.execute(_TRIM[table], {"_person": grant.person})

    async def use_link(self, hash_: str, now: datetime) -> WebGrant | None:
        """Mark a link as used and return it; None unless it is valid and this is its first use."""
        used = await self._connection.execute(_USE, {"_hash": hash_, "_now": now})
        return None if used.one_or_none() is None else await self._grant_of(_LINK, hash_, now)

    async def latest_link(self, person: int, now: datetime) -> int | None:
        """Return the match of a person's newest unexpired link, used or not."""
        newest = (
            sa.select(web_links.c.game)
            .where(web_links.c.player == person, web_links.c.expires > now)
            .order_by(web_links.c.made.desc(), web_links.c.hash)
            .limit(1)
        )
        return (await self._connection.execute(newest)).scalar_one_or_none()

    async def session(self, hash_: str, now: datetime) -> WebGrant | None:
        """Return a valid session, None without one."""
        return await self._grant_of(_SESSION, hash_, now)

    async def _grant_of(self, statement: sa.Select[Any], hash_: str, now: datetime) -> WebGrant | None:
        row = (await self._connection.execute(statement, {"_hash": hash_, "_now": now})).one_or_none()
        return None if row is None else _GRANT.read(row)

    async def end_session(self, hash_: str) -> None:
        """Delete a session."""
        await self._connection.execute(sa.delete(web_sessions).where(web_sessions.c.hash == hash_))

    async def end_all(self, person: int) -> None:
        """Delete all links and sessions of a person."""
        for table in _TRIM:
            await self._connection.execute(_OF_PERSON[table], {"_person": person})


class PublicPageRepository:
    """The tables `web_servers`, `web_names` and `web_hidden`."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def is_on(self, server: int) -> bool:
        """Return whether a server has public pages."""
        query = sa.select(web_servers.c.server).where(web_servers.c.server == server)
        return (await self._connection.execute(query)).one_or_none() is not None

    async def switch(self, server: int, on: bool, now: datetime) -> None:
        """Switch the public pages of a server on or off."""
        if on:
            statement = _PUT_SERVER[self._connection.dialect.name]
            await self._connection.execute(statement, {"server": server, "since": now})
        else:
            await self._connection.execute(sa.delete(web_servers).where(web_servers.c.server == server))

    async def public_people(self, people: Collection[int]) -> frozenset[int]:
        """Return the given people whose names are shown on public pages."""
        query = sa.select(web_names.c.player).where(web_names.c.player.in_(people))
        return frozenset(row.player for row in await self._connection.execute(query))

    async def set_named(self, person: int, on: bool, now: datetime) -> None:
        """Store whether public pages show a person's name."""
        if on:
            statement = _PUT_NAME[self._connection.dialect.name]
            await self._connection.execute(statement, {"player": person, "since": now})
        else:
            await self._connection.execute(sa.delete(web_names).where(web_names.c.player == person))

    async def is_hidden(self, game: int) -> bool:
        """Return whether a player has hidden a game."""
        query = sa.select(web_hidden.c.game).where(web_hidden.c.game == game)
        return (await self._connection.execute(query)).one_or_none() is not None

    async def hide(self, game: int, person: int, now: datetime) -> None:
        """Hide a game at the request of a player."""
        statement = _PUT_HIDDEN[self._connection.dialect.name]
        await self._connection.execute(statement, {"game": game, "player": person, "since": now})


TABLES: Final = (
    OwnedTable(
        web_links,
        DeletedRows(web_links, ("player",)),
        nameless=("hash",),
    ),
    OwnedTable(
        web_sessions,
        DeletedRows(web_sessions, ("player",)),
        nameless=("hash",),
    ),
    OwnedTable(web_servers, None, {"server": Key.SERVER}),
    OwnedTable(web_names, DeletedRows(web_names, ("player",))),
    OwnedTable(web_hidden, ClearedRows(web_hidden, ("player",), {})),
)
