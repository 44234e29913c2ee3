"""A cache of active people's names and languages, to write only changes."""

import time
from collections.abc import Callable, Hashable
from typing import Final

import cachetools

from bot.model.people.person import Person, Place
from bot.model.texts import storable
from bot.repositories.people.people import PersonRepository
from bot.repositories.records.people import PersonRecord
from data.session import Session, SessionFactory

KNOWN_SECONDS: Final = 600.0
_MAX_NAME_LENGTH: Final = 100


class NameCache:
    """Caches stored people for some minutes, even if another process stores other names."""

    def __init__(
        self, store: SessionFactory, capacity: int = 4096, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._store = store
        self._known: cachetools.TTLCache[tuple[str, int], Hashable] = cachetools.TTLCache(
            capacity, KNOWN_SECONDS, monotonic
        )

    async def record_seen(self, person: Person, place: Place | None) -> None:
        """Store changes of a person and a server."""
        if self._knows(person, place):
            return
        server = None if place is None else place.server
        async with self._store.read() as session:
            stored = await session.of(PersonRepository).get(person.id)
            locale = None if server is None else await session.of(PersonRepository).server_locale(server)
            spoken = None if server is None else await session.of(PersonRepository).language_of(server)
        known = place is None or server is None or (locale == place.locale and spoken is not None)
        if stored != _record(person) or not known:
            async with self._store.write() as session:
                await self.record_seen_in(session, person, place)
        self.remember(person, place)

    async def record_server_locale(self, server: int, locale: str) -> None:
        """Store a server's new language; a server without activity stays unknown."""
        if self._known.get(("server", server)) == locale:
            return
        async with self._store.read() as session:
            stored = await session.of(PersonRepository).server_locale(server)
        if stored not in {None, locale}:
            async with self._store.write() as session:
                await session.of(PersonRepository).record_server(server, locale)
        if stored is not None:
            self._keep(("server", server), locale)

    async def record_seen_in(self, session: Session, person: Person, place: Place | None = None) -> None:
        """Store a person and a server, unless cached, within a transaction. `remember` them after the commit.

        The language of the first person in a server is stored as spoken there.
        """
        if self._knows(person, place):
            return
        await session.of(PersonRepository).record_seen(_record(person))
        if place is None or place.server is None:
            return
        await session.of(PersonRepository).record_server(place.server, place.locale)
        languages = await session.of(PersonRepository).languages([person.id])
        if person.id in languages:
            await session.of(PersonRepository).speak(
                place.server, storable(languages[person.id], _MAX_NAME_LENGTH)
            )

    async def record_mentioned(self, session: Session, person: Person) -> None:
        """Store, within a transaction, the name of a person outside the current interaction."""
        await session.of(PersonRepository).record_mentioned(_record(person))

    def remember(self, person: Person, place: Place | None = None) -> None:
        """Cache committed names."""
        self._keep(("person", person.id), person)
        if place is not None and place.server is not None:
            self._keep(("server", place.server), place.locale)

    def forget(self, person: int) -> bool:
        """Evict a person changed by another process. Return whether they were cached."""
        return self._known.pop(("person", person), None) is not None

    def clear(self) -> None:
        self._known.clear()

    def _knows(self, person: Person, place: Place | None) -> bool:
        if self._known.get(("person", person.id)) != person:
            return False
        return (
            place is None or place.server is None or self._known.get(("server", place.server)) == place.locale
        )

    def _keep(self, key: tuple[str, int], value: Hashable) -> None:
        self._known[key] = value


def _record(person: Person) -> PersonRecord:
    return PersonRecord(
        person.id, storable(person.name, _MAX_NAME_LENGTH), storable(person.locale, _MAX_NAME_LENGTH)
    )
