"""A person's rows in all tables: export without other people, erasure with aliases in games."""

from collections.abc import Mapping
from datetime import timedelta

import pytest
import sqlalchemy as sa

from bot.app import TABLES
from bot.kernel.personal.own_tables import TABLES as OWN_TABLES
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import Person
from bot.repositories.tables.person_tables import DELETION_TIMER
from data.session import Session
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World
from tests.bot.support.timed import DAY, begin_timed

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

BO = Person(1007, "Bo", "en")


async def _erase(world: World, person: Person, *names: str) -> None:
    async with world.store.write() as session:
        data = world.services.app.kernel.personal_data
        await data.erase(session, person.id, [person.name, *names])


async def _export(world: World, person: Person) -> Mapping[str, list[Mapping[str, object]]]:
    async with world.store.read() as session:
        tables = await world.services.app.kernel.personal_data.export(session, person.id)
    return {table.name: [dict(row) for row in table.rows] for table in tables if table.rows}


async def _tables_with(session: Session, words: str) -> list[str]:
    """Return the tables with rows that contain a number or a text."""
    found = []
    for table in TABLES.sorted_tables:
        rows = (await session.connection.execute(sa.select(table))).all()
        found += [table.name] if any(words in repr(tuple(row)) for row in rows) else []
    return found


async def _seats(world: World, match: int) -> list[int | None]:
    found = await world.services.matches.get(match)
    return [found.person_at(seat) for seat in range(2)]


async def test_an_erased_person_gets_a_different_alias_in_each_challenge(world: World) -> None:
    first, second = await world.match(), await world.match()
    await _erase(world, ANNA)
    aliases = [(await _seats(world, match.id))[0] for match in (first, second)]
    assert aliases == [-2, -3]
    assert [(await _seats(world, match.id))[1] for match in (first, second)] == [BEN.id, BEN.id]
    assert await world.services.people.names([ANNA.id, BEN.id]) == {BEN.id: "Ben"}
    await _erase(world, BEN)
    everybody = [seat for match in (first, second) for seat in await _seats(world, match.id)]
    assert len(set(everybody)) == 4, "nobody can see that two of them are the same person"
    assert not [seat for seat in everybody if seat is None or seat >= 0]


async def test_nothing_names_an_erased_person(world: World) -> None:
    match = await begin_timed(world, "7d", "conhex")
    await world.services.offers.offer(world.by(ANNA), match.id, OfferKind.ABORT)
    await world.services.blocks.block(world.by(ANNA), CARA)
    await world.deliver_all()
    await world.services.deletions.ask(world.by(ANNA))
    await _erase(world, ANNA)
    async with world.store.read() as session:
        assert await _tables_with(session, str(ANNA.id)) == []
        assert await _tables_with(session, "'Anna'") == []
        assert await _tables_with(session, str(BEN.id)) != []


async def test_erasure_ends_only_the_timers_of_deleted_rows(world: World) -> None:
    await begin_timed(world, "7d", "conhex")
    before = await world.services.timers.next_due()
    await world.challenge(opponent=CARA)
    await world.services.deletions.ask(world.by(ANNA))
    world.time.pass_by(timedelta(hours=1))
    async with world.store.read() as session:
        kinds = {row.kind for row in await session.connection.execute(sa.select(TABLES.tables["timers"]))}
    await _erase(world, ANNA)
    async with world.store.read() as session:
        rows = (await session.connection.execute(sa.select(TABLES.tables["timers"]))).all()
    assert kinds - {row.kind for row in rows} == {DELETION_TIMER}
    assert before in {row.due for row in rows}


async def test_an_export_omits_other_people(world: World) -> None:
    match = await world.match()
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 2")
    challenge = await world.challenge(opponent=CARA)
    mine, theirs = await _export(world, ANNA), await _export(world, CARA)
    assert {"players", "challenges", "seats", "notices"} <= mine.keys()
    assert [row["id"] for row in mine["players"]] == [ANNA.id]
    assert len(mine["challenges"]) == 2
    assert [row["id"] for row in theirs["challenges"]] == [challenge.id]
    assert "seats" not in theirs
    rows = repr(mine)
    assert str(ANNA.id) in rows
    assert not [other.id for other in (BEN, CARA) if str(other.id) in rows]
    assert await _export(world, Person(4711, "Nobody", "en")) == {}


async def test_places_come_from_the_persons_own_challenges(world: World) -> None:
    await world.match()
    others = Person(2001, "Otto", "de")
    async with world.store.read() as session:
        data = world.services.app.kernel.personal_data
        places = await data.places(session, ANNA.id)
        assert await data.places(session, others.id) == ()
    assert HALL.channel in {place.channel for place in places}
    assert {place.server for place in places if place.channel == HALL.channel} == {HALL.server}
    readers = {place.reader for place in places if place.channel is None}
    assert BEN.id in readers
    since = {place.since for place in places}
    assert max(since) <= world.time.now - DAY, "clocks may differ"


async def test_a_place_is_searched_from_its_first_match(world: World) -> None:
    first = await world.match()
    world.time.pass_by(DAY * 40)
    await world.match()
    async with world.store.read() as session:
        places = await world.services.app.kernel.personal_data.places(session, ANNA.id)
    (hall,) = [place for place in places if place.channel == HALL.channel]
    assert hall.since < first.created


async def test_notices_to_others_are_delivered_without_the_erased_name(world: World) -> None:
    await world.challenge(opponent=BEN)
    await _erase(world, ANNA)
    notices = await world.deliver_all()
    assert notices
    assert not [notice for notice in notices if str(ANNA.id) in repr(notice)]
    assert not [notice for notice in notices if notice.recipient == ANNA.id]


async def test_an_exported_notice_omits_former_players_of_its_game(world: World) -> None:
    match = await world.match()
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    for leaver, substitute in ((BEN, BO), (BO, CARA)):
        offer = await world.services.substitutions.offer(world.by(leaver), match.id, substitute)
        await world.services.substitutions.accept(world.by(substitute), offer.id)
    server = HALL.server or 0
    await world.services.servers.adjudicate(world.by(DORA), match.id, (ANNA.id,), "Bo stalled", server=server)
    rows = (await _export(world, ANNA))["notices"]
    ids = [row["id"] for row in rows]
    assert len(ids) > 1
    assert ids == sorted(map(int, map(str, ids)))
    assert [row for row in rows if "Bo stalled" in repr(row)] == []
    assert [row for row in rows if "… stalled" in repr(row)] != []


@pytest.mark.usefixtures("database_url")
def test_columns_that_may_name_people_are_declared() -> None:
    assert {owned.name: tuple(owned.name_columns) for owned in OWN_TABLES if owned.eraser is not None} == {
        "requests": (),
        "notices": ("data",),
        "players": ("name",),
        "earlier_names": ("name",),
    }
