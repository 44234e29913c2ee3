"""People and servers that a process knows: written once, and again after a change."""

from dataclasses import replace

import pytest

from bot.kernel.transactions.name_cache import NameCache
from bot.model.people.person import Person, Place
from bot.repositories.people.people import PersonRepository
from bot.repositories.records.people import PersonRecord
from data.store import Store

pytest_plugins = ("tests.data.databases",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

ANNA, BEN = Person(1, "Anna", "de"), Person(2, "Ben", "fr")
HALL, ELSEWHERE = Place(7, 70, "en"), Place(8, 80, "it")


async def _server(store: Store, server: int) -> tuple[str | None, str | None]:
    """Return a server's community language and its spoken language."""
    async with store.read() as session:
        people = session.of(PersonRepository)
        return await people.server_locale(server), await people.language_of(server)


async def test_the_first_person_determines_a_servers_spoken_language(store: Store) -> None:
    names = NameCache(store)
    await names.record_seen(ANNA, HALL)
    await names.record_seen(BEN, HALL)
    assert await _server(store, 7) == ("en", "de")
    await names.record_seen(ANNA, replace(HALL, locale="es"))
    assert await _server(store, 7) == ("es", "de")
    await names.record_seen(BEN, None)
    await names.record_seen(BEN, ELSEWHERE)
    assert await _server(store, 8) == ("it", "fr")


async def test_a_known_person_determines_a_missing_spoken_language(store: Store) -> None:
    async with store.write() as session:
        people = session.of(PersonRepository)
        await people.record_seen(PersonRecord(1, "Anna", "de"))
        await people.record_server(7, "en")
    await NameCache(store).record_seen(ANNA, HALL)
    assert await _server(store, 7) == ("en", "de")


async def test_a_server_is_stored_with_its_first_person(store: Store) -> None:
    names = NameCache(store)
    await names.record_seen(ANNA, HALL)
    await names.record_server_locale(8, "it")
    assert await _server(store, 8) == (None, None)
    await names.record_seen(ANNA, ELSEWHERE)
    assert await _server(store, 8) == ("it", "de")
    await names.record_server_locale(8, "pt")
    assert await _server(store, 8) == ("pt", "de")


async def test_changed_names_and_forgotten_people_are_stored_at_once(store: Store) -> None:
    names = NameCache(store)
    for name, stored in (("Anna", "Anna"), ("Änne\ud800", "Änne?"), ("x" * 200, "x" * 100)):
        await names.record_seen(replace(ANNA, name=name), None)
        async with store.write() as session:
            record = await session.of(PersonRepository).get(1)
            assert record is not None
            assert record.name == stored
            await session.of(PersonRepository).record_seen(PersonRecord(1, "Another", "de"))
    last = replace(ANNA, name="x" * 200)
    await names.record_seen(last, None)
    assert [names.forget(1), names.forget(1), names.forget(2)] == [True, False, False]
    await names.record_seen(last, None)
    async with store.read() as session:
        assert await session.of(PersonRepository).get(1) == PersonRecord(1, "x" * 100, "de")
