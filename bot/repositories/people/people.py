"""People and servers: names and languages as last seen."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

import sqlalchemy as sa

from bot.repositories.records.people import PersonRecord, ReadersRecord
from bot.repositories.rows.row_mapping import RowMapping
from bot.repositories.tables.person_tables import earlier_names, habits, players
from bot.repositories.tables.server_tables import server_rules, servers
from data.connections.dialects import inserts_if_absent, upserts
from data.session import Session

_PERSON: Final = RowMapping(PersonRecord)
_BY_ID: Final = sa.select(players).where(players.c.id == sa.bindparam("id"))
_NAMES: Final = sa.select(players.c.id, players.c.name).where(
    players.c.id.in_(sa.bindparam("ids", expanding=True))
)
_EARLIER_NAMES: Final = sa.select(earlier_names.c.name).where(earlier_names.c.player == sa.bindparam("id"))
_KEEP_NAME: Final = inserts_if_absent(
    earlier_names,
    lambda insert: insert.from_select(
        ["player", "name"],
        sa.select(players.c.id, players.c.name).where(
            players.c.id == sa.bindparam("id"),
            players.c.name != "",
            players.c.name != sa.bindparam("name"),
        ),
    ),
)
_LANGUAGES: Final = (
    sa.select(players.c.id, players.c.locale, habits.c.preferences)
    .outerjoin(habits, habits.c.player == players.c.id)
    .where(players.c.id.in_(sa.bindparam("ids", expanding=True)))
)
_READERS: Final = (
    sa.select(
        players.c.id,
        players.c.locale,
        habits.c.preferences,
        server_rules.c.language.label("chosen"),
        server_rules.c.theme,
        servers.c.spoken,
    )
    .outerjoin(habits, habits.c.player == players.c.id)
    .outerjoin(server_rules, server_rules.c.server == sa.bindparam("server"))
    .outerjoin(servers, servers.c.id == sa.bindparam("server"))
    .where(players.c.id.in_(sa.bindparam("ids", expanding=True)))
)
_SERVER: Final = sa.select(servers.c.locale).where(servers.c.id == sa.bindparam("id"))
_SPOKEN: Final = sa.select(servers.c.spoken).where(servers.c.id == sa.bindparam("id"))
_SET_SPOKEN: Final = (
    sa.update(servers)
    .where(servers.c.id == sa.bindparam("_id"), servers.c.spoken.is_(None))
    .values(spoken=sa.bindparam("_spoken"))
)
_LOCK: Final = (
    sa.select(players.c.id)
    .where(players.c.id.in_(sa.bindparam("ids", expanding=True)))
    .order_by(players.c.id)
    # FOR NO KEY UPDATE: other transactions can still insert rows that refer to these people.
    .with_for_update(key_share=True)
)


_UPSERT_PERSON: Final = upserts(players, "id", "name", "locale")
_UPSERT_NAME: Final = upserts(players, "id", "name")
_UPSERT_SERVER: Final = upserts(servers, "id", "locale")


class PersonRepository:
    """The tables `players` and `servers` within one connection."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def get(self, person: int) -> PersonRecord | None:
        """Return a person, None if unknown."""
        row = (await self._connection.execute(_BY_ID, {"id": person})).one_or_none()
        return None if row is None else _PERSON.read(row)

    async def names(self, people: Collection[int]) -> dict[int, str]:
        """Return the names of known people."""
        if not people:
            return {}
        rows = await self._connection.execute(_NAMES, {"ids": sorted(people)})
        return {row.id: row.name for row in rows}

    async def names_ever(self, person: int) -> tuple[str, ...]:
        """Return a person's name and earlier names."""
        current = (await self.names([person])).values()
        earlier = (await self._connection.execute(_EARLIER_NAMES, {"id": person})).scalars()
        return tuple(name for name in dict.fromkeys([*current, *earlier]) if name.strip())

    async def languages(self, people: Collection[int]) -> dict[int, str]:
        """Return people's known languages: the chosen language, else their client's."""
        if not people:
            return {}
        rows = await self._connection.execute(_LANGUAGES, {"ids": sorted(people)})
        return _languages(rows.all())

    async def readers(self, people: Collection[int], server: int | None) -> ReadersRecord:
        """Return the languages of readers, and their server's settings."""
        rows = (await self._connection.execute(_READERS, {"ids": sorted(people), "server": server})).all()
        language, theme, spoken = (
            (rows[0].chosen, rows[0].theme, rows[0].spoken) if rows else (None, None, None)
        )
        return ReadersRecord(_languages(rows), language, theme, spoken)

    async def server_locale(self, server: int) -> str | None:
        """Return a server's language, None if the server is unknown."""
        return (await self._connection.execute(_SERVER, {"id": server})).scalar_one_or_none()

    async def language_of(self, server: int) -> str | None:
        """Return the language of the first person who used the bot in a server, None if unknown."""
        return (await self._connection.execute(_SPOKEN, {"id": server})).scalar_one_or_none()

    async def speak(self, server: int, language: str) -> None:
        """Store a known server's spoken language, unless it has one."""
        await self._connection.execute(_SET_SPOKEN, {"_id": server, "_spoken": language})

    async def lock(self, people: Collection[int]) -> None:
        """Lock `people` until the transaction ends."""
        await self._connection.execute(_LOCK, {"ids": sorted(people)})

    async def record_seen(self, person: PersonRecord) -> None:
        """Store a person's name and language, and their previous name."""
        await self._put(_KEEP_NAME, id=person.id, name=person.name)
        await self._put(_UPSERT_PERSON, **_PERSON.columns_of(person))

    async def record_mentioned(self, person: PersonRecord) -> None:
        """Store a person's name; their language only if they are new."""
        await self._put(_KEEP_NAME, id=person.id, name=person.name)
        await self._put(_UPSERT_NAME, **_PERSON.columns_of(person))

    async def record_server(self, server: int, locale: str) -> None:
        await self._put(_UPSERT_SERVER, id=server, locale=locale)

    async def _put(self, statements: Mapping[str, sa.Executable], **values: object) -> None:
        await self._connection.execute(statements[self._connection.dialect.name], values)


def _languages(rows: Iterable[sa.Row[*tuple[Any, ...]]]) -> dict[int, str]:
    preferred = {row.id: None if row.preferences is None else row.preferences.language for row in rows}
    locales = {row.id: preferred[row.id] or row.locale for row in rows}
    return {person: language for person, language in locales.items() if language}
