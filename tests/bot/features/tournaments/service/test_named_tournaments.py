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


async def test_own_tournaments_and_those_named_after_one(world: World) -> None:
    club = world.services.tournaments
    own = await open_tournament(world, replace(CUP, name="Mine"), (BEN,))
    named = await club.open(world.by(CARA), HALL, replace(CUP, name="Cara for Anna"))
    await club.open(world.by(CARA), HALL, replace(CUP, name="Others"))
    async with world.store.read() as session:
        tables = await world.services.app.kernel.personal_data.export(session, ANNA.id)
    rows = {table.name: list(table.rows) for table in tables}["tournaments"]
    shown = [(row["id"], row["organiser"], row["name"]) for row in rows]
    assert (own.id, ANNA.id, "Mine") in shown
    assert [number for number, *_ in shown] == [own.id, named.id]
    assert shown[1][1] is None, "whose it is, is theirs alone"


async def test_erased_people_leave_running_tournaments_and_names(world: World) -> None:
    club = world.services.tournaments
    live = await open_tournament(world, replace(CUP, name="Anna for all"), (ANNA, BEN, CARA))
    over = await open_tournament(world, people=(ANNA, BEN, CARA, DORA))
    while games := await running(world, over):
        await resign_as_second(world, games[0])
    before = await club.get(over.id)
    await world.services.deletions.ask(world.by(ANNA))
    await pass_by(world, 2 * GRACE)
    now = await club.get(live.id)
    assert "Anna" not in now.setup.name
    assert now.organiser != ANNA.id
    assert HumanPlayer(ANNA.id) not in [entrant.player for entrant in now.entrants]
    after = await club.get(over.id)
    assert after.status is TournamentStatus.FINISHED
    assert [entrant.withdrawn for entrant in after.entrants] == [False] * 4
    assert [entrant.place for entrant in after.entrants] == [entrant.place for entrant in before.entrants]
    assert HumanPlayer(ANNA.id) not in [entrant.player for entrant in after.entrants]


@pytest.mark.parametrize("begun", [True, False])
async def test_rows_of_an_erased_entrant_count_as_withdrawn(world: World, begun: bool) -> None:
    club = world.services.tournaments
    cup = await (open_tournament(world) if begun else club.open(world.by(ANNA), HALL, CUP))
    if not begun:
        await club.enter(world.by(DORA), cup.id, SERVER)
    personal = world.services.app.kernel.personal_data
    async with world.store.write() as session:
        await personal.erase(session, DORA.id, (DORA.name,))
    after = await club.get(cup.id)
    (gone,) = (entrant for entrant in after.entrants if entrant.withdrawn)
    assert gone.player == HumanPlayer(-gone.number)


async def test_places_name_those_who_have_entered(world: World) -> None:
    elsewhere = Place(SERVER, 71, "de")
    cup = await world.services.tournaments.open(world.by(ANNA), elsewhere, CUP)
    await world.services.tournaments.enter(world.by(BEN), cup.id, SERVER)
    async with world.store.read() as session:
        data = world.services.app.kernel.personal_data
        places = {
            person.id: {place.channel for place in await data.places(session, person.id)}
            for person in (BEN, CARA)
        }
    assert places[BEN.id] >= {71}
    assert 71 not in places[CARA.id]


async def test_the_letter_and_the_list_have_the_latest(world: World) -> None:
    club = world.services.tournaments
    first = await open_tournament(world, people=(ANNA, BEN, CARA, DORA))
    began = world.time.now
    while games := await running(world, first):
        await resign_as_second(world, games[0])
    second = await open_tournament(world, people=(ANNA, BEN, CARA, DORA))
    open_one = await open_tournament(world, people=())
    later = world.time.now + GRACE
    assert [cup.id for cup in await club.list_ended(SERVER, began, later, 5)] == [first.id]
    assert await club.list_ended(SERVER, later, later + GRACE, 5) == ()
    assert await club.list_ended(SERVER + 1, began, later, 5) == ()
    assert [cup.id for cup in await club.running(SERVER, 5)] == [second.id]
    assert [cup.id for cup in await club.latest(SERVER)] == [open_one.id, second.id, first.id]
    (game, *_) = await running(world, second)
    ref = await club.of_challenge(game.challenge)
    assert ref is not None
    assert (ref.tournament, ref.round, ref.name) == (second.id, 1, "Autumn cup")
    outside = await world.match()
    assert await club.of_challenge(outside.challenge) is None


async def test_what_is_under_way_takes_nobody_and_begins_once(world: World) -> None:
    club = world.services.tournaments
    cup = await open_tournament(world, replace(CUP, rules=Rules(Format.KNOCKOUT)), (ANNA, BEN, CARA))
    with pytest.raises(Refusal, match="servers-only"):
        await club.open(world.by(ANNA), Place(None, 9, "en"), CUP)
    await club.begin(world.by(ANNA), cup.id, SERVER)
    await expect_refusal(club.begin(world.by(ANNA), cup.id, SERVER), "tournament-running")
    await expect_refusal(club.enter(world.by(DORA), cup.id, SERVER), "tournament-closed")
    await expect_refusal(club.enter(world.by(DORA), cup.id, SERVER + 1), "unknown-tournament")
    await expect_refusal(club.get(99), "unknown-tournament")
    await expect_refusal(club.get(2**70), "unknown-tournament")
    same = world.by(BEN)
    await club.quit(same, cup.id, SERVER)
    assert (await club.quit(same, cup.id, SERVER)).id == cup.id, "a repeated request changes nothing"
    await club.run_due_steps(99)
