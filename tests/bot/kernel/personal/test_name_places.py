"""The places whose messages may name a person, merged from all features."""

import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from bot.kernel.feature import Feature, Features
from bot.kernel.personal.chosen_channels import chosen_channels
from bot.kernel.personal.personal_data import PersonalData
from bot.kernel.personal.tables import AliasedRows, NamePlaces, OwnedTable
from bot.model.people.person import Place
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.records.people import NamePlaceRecord, PersonRecord
from bot.repositories.tables.challenge_tables import challenges
from bot.repositories.tables.server_tables import audit_entries
from data.connections.engines import Connection
from data.session import Session
from data.store import Store
from tests.bot.support.matches_in_memory import NOON
from tests.data.challenges import challenge

pytest_plugins = ("tests.data.databases",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

ANNA, BEN = 1001, 1002
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


async def _meet(session: Session) -> None:
    """Store the people and servers."""
    for person, name in ((ANNA, "Anna"), (BEN, "Ben")):
        await session.of(PersonRepository).record_seen(PersonRecord(person, name, "en"))
    for server in (7, 8, 9):
        await session.of(PersonRepository).record_server(server, "")


async def _challenge(session: Session, person: int, server: int, **more: Any) -> int:
    place = Place(server, server * 10, "de" if server == 7 else "fr")
    return await session.of(ChallengeRepository).add(challenge(person, place=place, **more))


async def test_all_channels_ever_chosen_are_found(store: Store) -> None:
    async with store.write() as session:
        await _meet(session)
        mine = [await _challenge(session, ANNA, server) for server in (7, 8)]
        await _challenge(session, BEN, 9)
        notes = [
            (7, "rules", "results:71 results:72"),
            (7, "rules", "theme:73"),
            (7, "letter", "results:74"),
            (8, "rules", "results:81"),
            (9, "rules", "results:91"),
        ]
        for server, deed, note in notes:
            row = {"server": server, "done": NOON, "player": BEN, "deed": deed, "note": note}
            await session.connection.execute(sa.insert(audit_entries), row)
        find = chosen_channels("rules", re.compile(r"results:(\d+)"))
        found = await find(session.connection, ANNA, mine)
        first = await find(session.connection, ANNA, mine[:1])
    in_seven = [NamePlaceRecord(channel, None, 7, "de", NOON) for channel in (71, 72)]
    assert sorted(found, key=lambda place: place.channel or 0) == [
        *in_seven,
        NamePlaceRecord(81, None, 8, "fr", NOON),
    ]
    assert list(first) == in_seven


def _places(*places: NamePlaceRecord, asked: list[tuple[int, Sequence[int]]]) -> NamePlaces:
    async def find(_: Connection, person: int, challenges_of: Sequence[int]) -> Sequence[NamePlaceRecord]:
        asked.append((person, challenges_of))
        return places

    return find


async def test_places_of_all_features_are_merged_by_earliest_day(store: Store) -> None:
    asked: list[tuple[int, Sequence[int]]] = []
    hall, thread = NamePlaceRecord(70, None, 7, "de", NOON), NamePlaceRecord(60, None, 7, "de", NOON)
    to_ben = NamePlaceRecord(None, BEN, None, "en", NOON)
    later = NamePlaceRecord(70, None, 7, "de", NOON + HOUR)
    earlier = NamePlaceRecord(60, None, 7, "de", NOON - HOUR)
    nobody, alias, zero = (NamePlaceRecord(None, reader, None, "en", NOON) for reader in (None, -3, 0))
    at_alias = NamePlaceRecord(50, -3, 7, "de", NOON)
    features = Features()
    table = OwnedTable(challenges, AliasedRows(challenges, ("challenger", "opponent"), challenges.c.id))
    for feature in (
        Feature(name="one", tables=[table], name_places=[_places(hall, to_ben, thread, asked=asked)]),
        Feature(name="silent"),
        Feature(
            name="two",
            name_places=[
                _places(later, nobody, alias, asked=asked),
                _places(earlier, zero, at_alias, asked=asked),
            ],
        ),
    ):
        features.add(feature)
    async with store.write() as session:
        await _meet(session)
        mine = [
            await _challenge(session, ANNA, 8),
            await _challenge(session, BEN, 7, opponent=ANNA),
        ]
        await _challenge(session, BEN, 7)
        places = await PersonalData(features).places(session, ANNA)
    assert asked == [(ANNA, mine)] * 3
    since = {(place.channel, place.reader): NOON - place.since for place in places}
    assert list(since.items()) == [
        ((None, BEN), DAY),
        ((50, -3), DAY),
        ((60, None), DAY + HOUR),
        ((70, None), DAY),
    ]
    assert [(place.server, place.locale) for place in places] == [(None, "en"), *[(7, "de")] * 3]
