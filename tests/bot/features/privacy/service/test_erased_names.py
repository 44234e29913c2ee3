"""Requests that remove a deleted person's names from messages, and their times."""

from datetime import timedelta

import pytest

from bot.kernel.outbox.notices import Notice
from bot.model.people.person import MessageRef, Person, Place
from bot.model.people.privacy import NameErasure
from bot.repositories.matches.matches import MatchRepository
from tests.bot.features.privacy.service.leaving import ROBIN, ROBINSON, leave
from tests.bot.support.contents import event_of
from tests.bot.support.fakes import ANNA, HALL, World

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

THERE = Place(8, 80, "fr")
BOARD_CHANNEL = 81


async def test_each_place_loses_current_and_earlier_names(world: World) -> None:
    start = world.time.now
    for place, person in ((HALL, ROBINSON), (THERE, ROBIN)):
        match = await _play(world, place, person)
        world.time.pass_by(timedelta(hours=1))
    await world.deliver_all()
    async with world.store.write() as session:
        await session.of(MatchRepository).replace_board(match, MessageRef(BOARD_CHANNEL, 600))
    await leave(world, ROBIN)
    assert await _erasures(world) == [], "a message in delivery may still contain the name"
    world.time.pass_by(timedelta(seconds=15))
    erasures = await _erasures(world)
    assert {(erasure.person, erasure.name, erasure.earlier) for erasure in erasures} == {
        (ROBIN.id, "Robin", ("Robinson",))
    }
    places = [
        (erasure.channel or 0, erasure.reader, erasure.server, erasure.locale, erasure.since)
        for erasure in erasures
    ]
    day = timedelta(days=1)
    assert sorted(places, key=str) == [
        (0, ANNA.id, THERE.server, "fr", start - day),
        (0, ROBIN.id, THERE.server, "fr", start - day),
        (HALL.channel, None, HALL.server, "de", start - day),
        (THERE.channel, None, THERE.server, "fr", start + timedelta(hours=1) - day),
        (BOARD_CHANNEL, None, THERE.server, "fr", start + timedelta(hours=1) - day),
    ]


async def _play(world: World, place: Place, person: Person) -> int:
    terms = (await world.challenge(opponent=None)).terms
    challenge = await world.services.invitations.challenge(world.by(ANNA), terms, place, [person])
    accepted = await world.services.invitations.accept(world.by(person), challenge.id)
    return (await world.services.resignations.resign(world.by(ANNA), accepted.match or 0)).id


async def _erasures(world: World) -> list[NameErasure]:
    notices: list[Notice] = await world.deliver_all()
    return [event_of(notice, NameErasure) for notice in notices if notice.kind is NameErasure]
