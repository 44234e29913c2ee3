"""Tournaments that name a person: the export, and the rows after erasure."""

from dataclasses import replace

import pytest

from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.tournament import TournamentStatus
from bot.model.people.person import Place
from bot.model.people.players import HumanPlayer
from bot.model.people.privacy import GRACE
from bot.model.refusal import Refusal
from tests.bot.features.tournaments.service.test_tournaments import (
    CUP,
    SERVER,
    open_tournament,
    resign_as_second,
    running,
)
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World
from tests.bot.support.refusals import expect_refusal
from tests.bot.support.timed import pass_by

pytest_plugins = ("tests.bot.support.worlds",)

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


async def test_the_export_contains_own_and_namesake_tournaments(world: World) -> None:
    service = world.services.tournaments
    own_cup = await open_tournament(world, replace(CUP, name="Mine"), (BEN,))
    cup_named_after_anna = await service.open(world.by(CARA), HALL, replace(CUP, name="Cara for Anna"))
    await service.open(world.by(CARA), HALL, replace(CUP, name="Others"))
    async with world.store.read() as session:
        tables = await world.services.app.kernel.personal_data.export(session, ANNA.id)
    rows = {table.name: list(table.rows) for table in tables}["tournaments"]
    exported = [(row["id"], row["organiser"], row["name"]) for row in rows]
    assert (own_cup.id, ANNA.id, "Mine") in exported
    assert [number for number, *_ in exported] == [own_cup.id, cup_named_after_anna.id]
    assert exported[1][1] is None, "its organiser is not exported"


async def test_erased_people_leave_running_tournaments_and_names(world: World) -> None:
    service = world.services.tournaments
    running_cup = await open_tournament(world, replace(CUP, name="Anna for all"), (ANNA, BEN, CARA))
    finished_cup = await open_tournament(world, people=(ANNA, BEN, CARA, DORA))
    while games := await running(world, finished_cup):
        await resign_as_second(world, games[0])
    before = await service.get(finished_cup.id)
    await world.services.deletions.ask(world.by(ANNA))
    await pass_by(world, 2 * GRACE)
    current = await service.get(running_cup.id)
    assert "Anna" not in current.setup.name
    assert current.organiser != ANNA.id
    assert HumanPlayer(ANNA.id) not in [entrant.player for entrant in current.entrants]
    after = await service.get(finished_cup.id)
    assert after.status is TournamentStatus.FINISHED
    assert [entrant.withdrawn for entrant in after.entrants] == [False] * 4
    assert [entrant.place for entrant in after.entrants] == [entrant.place for entrant in before.entrants]
    assert HumanPlayer(ANNA.id) not in [entrant.player for entrant in after.entrants]


@pytest.mark.parametrize("begun", [True, False])
async def test_rows_of_an_erased_entrant_count_as_withdrawn(world: World, begun: bool) -> None:
    service = world.services.tournaments
    cup = await (open_tournament(world) if begun else service.open(world.by(ANNA), HALL, CUP))
    if not begun:
        await service.enter(world.by(DORA), cup.id, SERVER)
    personal = world.services.app.kernel.personal_data
    async with world.store.write() as session:
        await personal.erase(session, DORA.id, (DORA.name,))
    after = await service.get(cup.id)
    (erased,) = (entrant for entrant in after.entrants if entrant.withdrawn)
    assert erased.player == HumanPlayer(-erased.number)


async def test_only_entrants_have_the_tournament_channel_as_a_place(world: World) -> None:
    other_channel = Place(SERVER, 71, "de")
    cup = await world.services.tournaments.open(world.by(ANNA), other_channel, CUP)
    await world.services.tournaments.enter(world.by(BEN), cup.id, SERVER)
    async with world.store.read() as session:
        data = world.services.app.kernel.personal_data
        places = {
            person.id: {place.channel for place in await data.places(session, person.id)}
            for person in (BEN, CARA)
        }
    assert places[BEN.id] >= {71}
    assert 71 not in places[CARA.id]


async def test_the_letter_and_the_list_show_the_latest_tournaments(world: World) -> None:
    service = world.services.tournaments
    first = await open_tournament(world, people=(ANNA, BEN, CARA, DORA))
    began = world.time.now
    while games := await running(world, first):
        await resign_as_second(world, games[0])
    second = await open_tournament(world, people=(ANNA, BEN, CARA, DORA))
    third = await open_tournament(world, people=())
    until = world.time.now + GRACE
    assert [cup.id for cup in await service.list_ended(SERVER, began, until, 5)] == [first.id]
    assert await service.list_ended(SERVER, until, until + GRACE, 5) == ()
    assert await service.list_ended(SERVER + 1, began, until, 5) == ()
    assert [cup.id for cup in await service.running(SERVER, 5)] == [second.id]
    assert [cup.id for cup in await service.latest(SERVER)] == [third.id, second.id, first.id]
    (game, *_) = await running(world, second)
    ref = await service.of_challenge(game.challenge)
    assert ref is not None
    assert (ref.tournament, ref.round, ref.name) == (second.id, 1, "Autumn cup")
    single_match = await world.match()
    assert await service.of_challenge(single_match.challenge) is None


async def test_a_running_tournament_refuses_entries_and_a_second_start(world: World) -> None:
    service = world.services.tournaments
    cup = await open_tournament(world, replace(CUP, rules=Rules(Format.KNOCKOUT)), (ANNA, BEN, CARA))
    with pytest.raises(Refusal, match="servers-only"):
        await service.open(world.by(ANNA), Place(None, 9, "en"), CUP)
    await service.begin(world.by(ANNA), cup.id, SERVER)
    await expect_refusal(service.begin(world.by(ANNA), cup.id, SERVER), "tournament-running")
    await expect_refusal(service.enter(world.by(DORA), cup.id, SERVER), "tournament-closed")
    await expect_refusal(service.enter(world.by(DORA), cup.id, SERVER + 1), "unknown-tournament")
    await expect_refusal(service.get(99), "unknown-tournament")
    await expect_refusal(service.get(2**70), "unknown-tournament")
    request = world.by(BEN)
    await service.quit(request, cup.id, SERVER)
    assert (await service.quit(request, cup.id, SERVER)).id == cup.id, "a repeated request changes nothing"
    await service.run_due_steps(99)
