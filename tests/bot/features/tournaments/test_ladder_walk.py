"""A walkthrough of a ladder: joining, challenging, leaving and ending, in English and German."""

from datetime import timedelta

import discord
import pytest
from syrupy.assertion import SnapshotAssertion

from bot.features.tournaments.domain.ladder import ANSWERED_WITHIN
from bot.model.engine_question import NoEngines
from bot.model.people.person import Person
from tests.bot.features.tournaments.test_tournament_walk import GAME, LANGUAGES
from tests.bot.features.tournaments.transcripts import Transcript
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, EMIL, World
from tests.bot.support.services import make_services

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


@LANGUAGES
async def test_climbing(world: World, locale: discord.Locale, approved: SnapshotAssertion) -> None:
    engines = NoEngines(1)
    world.services = make_services(world.store, world.games, world.time, world.chance, engines=engines)
    walk = Transcript(world, locale)
    options = {"format": "ladder", "places": 6, "engines": 2}
    await walk.uses(CARA, "create", admin=True, name="Club ladder", **options, **GAME)
    for person in (ANNA, BEN, DORA, EMIL):
        await walk.presses(person, "tournament-join", 1)
    ladder = await world.services.tournaments.get(1)

    async def asks(challenger: Person, challenged: Person) -> None:
        entry = ladder.entry_of(challenged.id)
        assert entry is not None
        await walk.presses(challenger, "ladder-challenge", 1, entry.number)

    await walk.presses(ANNA, "ladder", 1)
    await walk.uses(BEN, "challenge", tournament="Club ladder")
    await asks(BEN, ANNA)
    await walk.presses(ANNA, "decline", 1)
    await walk.presses(BEN, "ladder", 1)
    await walk.presses(EMIL, "ladder", 1)
    await asks(ANNA, EMIL)
    await asks(CARA, EMIL)
    await walk.presses(EMIL, "ladder-challenge", 1, 1)
    await world.services.blocks.block(world.by(DORA), EMIL)
    await asks(EMIL, DORA)
    world.time.pass_by(ANSWERED_WITHIN + timedelta(hours=1))
    await asks(EMIL, DORA)
    await walk.presses(EMIL, "ladder-challenge", 1, 2)
    await walk.presses(EMIL, "tournament-leave", 1)
    await walk.presses(EMIL, "tournament-leave-yes", 1)
    await walk.uses(CARA, "end", tournament="1")
    await walk.presses(DORA, "ladder", 1)
    await walk.presses(DORA, "ladder-challenge", 99, 1)
    await walk.uses(CARA, "create", admin=True, name="Later", format="ladder", days=2, **GAME)
    await walk.presses(DORA, "tournament-join", 2)
    await walk.presses(DORA, "ladder", 2)
    assert walk.text == approved(name=str(locale))
