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
async def test_climbing_a_ladder(world: World, locale: discord.Locale, approved: SnapshotAssertion) -> None:
    engines = NoEngines(1)
    world.services = make_services(world.store, world.games, world.time, world.chance, engines=engines)
    walk = Transcript(world, locale)
    options = {"format": "ladder", "places": 6, "engines": 2}
    await walk.use_command(CARA, "create", admin=True, name="Club ladder", **options, **GAME)
    for person in (ANNA, BEN, DORA, EMIL):
        await walk.press_button(person, "tournament-join", 1)
    ladder = await world.services.tournaments.get(1)

    async def challenge(challenger: Person, challenged: Person) -> None:
        entry = ladder.entry_of(challenged.id)
        assert entry is not None
        await walk.press_button(challenger, "ladder-challenge", 1, entry.number)

    await walk.press_button(ANNA, "ladder", 1)
    await walk.use_command(BEN, "challenge", tournament="Club ladder")
    await challenge(BEN, ANNA)
    await walk.press_button(ANNA, "decline", 1)
    await walk.press_button(BEN, "ladder", 1)
    await walk.press_button(EMIL, "ladder", 1)
    await challenge(ANNA, EMIL)
    await challenge(CARA, EMIL)
    await walk.press_button(EMIL, "ladder-challenge", 1, 1)
    await world.services.blocks.block(world.by(DORA), EMIL)
    await challenge(EMIL, DORA)
    world.time.pass_by(ANSWERED_WITHIN + timedelta(hours=1))
    await challenge(EMIL, DORA)
    await walk.press_button(EMIL, "ladder-challenge", 1, 2)
    await walk.press_button(EMIL, "tournament-leave", 1)
    await walk.press_button(EMIL, "tournament-leave-yes", 1)
    await walk.use_command(CARA, "end", tournament="1")
    await walk.press_button(DORA, "ladder", 1)
    await walk.press_button(DORA, "ladder-challenge", 99, 1)
    await walk.use_command(CARA, "create", admin=True, name="Later", format="ladder", days=2, **GAME)
    await walk.press_button(DORA, "tournament-join", 2)
    await walk.press_button(DORA, "ladder", 2)
    assert walk.text == approved(name=str(locale))
