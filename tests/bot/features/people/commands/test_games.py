"""`/games`: the list of a person's own games."""

import discord
import pytest
from syrupy.assertion import SnapshotAssertion

from bot.chat.core import custom_ids
from bot.features.people.commands import games
from bot.model.challenges.terms import Terms
from bot.model.people.person import Person
from data.store import Store
from tests.bot.chat.presses import Presses
from tests.bot.chat.surfaces import command_of
from tests.bot.features.engines.service.test_practice import CONHEX
from tests.bot.features.practice.test_hints import with_engines
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, GAMES, HALL, World

pytest_plugins = ("tests.data.databases", "tests.bot.chat.approved")

SPEAKERS = [
    pytest.param(discord.Locale.british_english, "en", id="en"),
    pytest.param(discord.Locale.german, "de", id="de"),
]


@pytest.fixture
async def world(store: Store) -> World:
    return World(store, {key: GAMES[key] for key in ("hnefatafl", "conhex")})


async def test_the_games_list_offers_the_waiting_game(world: World) -> None:
    match = await world.match("conhex")
    presses = Presses(world, games.HANDLERS)
    page = await presses.answer_to(ANNA, custom_ids.write("games"), public=True)
    assert f"#{match.id}" in page.text
    assert "fp:open" in page.ids
    assert "fp:next:0" in page.ids
    assert "fp:next:0" not in (await presses.answer_to(BEN, custom_ids.write("games"), public=True)).ids


@pytest.mark.parametrize(("locale", "code"), SPEAKERS)
async def test_a_person_s_complete_game_list(
    world: World, approved: SnapshotAssertion, locale: discord.Locale, code: str
) -> None:
    with_engines(world)
    invitations = world.services.invitations

    async def challenge(challenger: Person, *people: Person) -> None:
        terms = Terms("hnefatafl", {"board": "tablut-9"}, "attackers")
        await invitations.challenge(world.by(challenger), terms, HALL, people)

    await challenge(CARA, ANNA)
    await challenge(ANNA, DORA)
    await challenge(ANNA)
    own_turn, opponents_turn = (
        await world.match("conhex", swap="off"),
        await world.match("conhex", swap="off"),
    )
    await world.services.turns.take_turn(world.by(ANNA), opponents_turn.id, "f6")
    finished = await world.match("hnefatafl", board="brandubh-7")
    await world.services.resignations.resign(world.by(BEN), finished.id)
    await world.services.practice.begin(world.by(ANNA), CONHEX, HALL)
    presses = Presses(world, games.HANDLERS, locale=locale)
    (page,) = await presses.command(ANNA, command_of(presses.app, "games"))
    assert page.page == approved(name=code)
    assert not page.in_place
    by_button = await presses.answer_to(ANNA, "fp:games", public=True)
    assert (by_button.page, by_button.in_place) == (page.page, False)
    assert own_turn.id != opponents_turn.id


async def test_a_new_game_is_offered_only_in_servers(world: World) -> None:
    presses = Presses(world, games.HANDLERS)
    assert "fp:new-game" in (await presses.answer_to(ANNA, "fp:games")).ids
    presses.direct = True
    assert (await presses.answer_to(ANNA, "fp:games")).ids == [f"fp:profile:{ANNA.id}"]
