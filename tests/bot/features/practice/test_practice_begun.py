"""Starting practice: by command, from the welcome, from a list of boards, from a finished game."""

from typing import Any

import discord
import pytest
from syrupy.assertion import SnapshotAssertion

from bot.chat.core import custom_ids
from bot.features.practice import buttons as practice_buttons
from bot.model.match.match import Match
from bot.model.people.person import Person
from bot.model.people.players import EnginePlayer
from data.store import Store
from tests.bot.chat.presses import Presses
from tests.bot.chat.surfaces import command_of
from tests.bot.features.practice.test_hints import with_engines
from tests.bot.support.fakes import ANNA, BEN, GAMES, HALL, World

pytest_plugins = ("tests.data.databases", "tests.bot.chat.approved")

SPEAKERS = [
    pytest.param(BEN, discord.Locale.british_english, "en", id="en"),
    pytest.param(ANNA, discord.Locale.german, "de", id="de"),
]
# The approved pages list only these games: a new game changes no page.
SHOWN = {key: GAMES[key] for key in ("hnefatafl", "conhex", "catch-the-hat")}


@pytest.fixture
async def world(store: Store) -> World:
    world = World(store, SHOWN)
    with_engines(world)
    return world


def presses_of(world: World, locale: discord.Locale = discord.Locale.british_english) -> Presses:
    return Presses(world, practice_buttons.HANDLERS, locale=locale)


async def newest(world: World, person: int = ANNA.id) -> Match:
    return max(await world.services.matches.of(person), key=lambda match: match.id)


def seats(match: Match) -> list[int | None]:
    """Return each seat's engine level, None for a person."""
    return [player.level if isinstance(player, EnginePlayer) else None for player in match.players]


@pytest.mark.parametrize(("person", "locale", "code"), SPEAKERS)
async def test_pages_that_start_a_game(
    world: World, approved: SnapshotAssertion, person: Person, locale: discord.Locale, code: str
) -> None:
    presses = presses_of(world, locale)
    first = await presses.answer_to(person, "fp:practise:77", public=True)
    assert not first.in_place
    assert first.page == approved(name=f"first-game-{code}")
    second = await presses.answer_to(person, "fp:practise:77", public=True)
    assert second.page == approved(name=f"choice-{code}")
    assert (await presses.answer_to(person, "fp:practise")).in_place
    practice = command_of(presses.app, "practice")
    (answer,) = await presses.command(
        person, practice, game="hnefatafl/tablut-9", level="4", role="defenders", variant="shieldwall=on"
    )
    assert answer.page == approved(name=f"unusual-{code}")


async def test_newcomers_start_easily_and_others_choose(world: World) -> None:
    presses = presses_of(world)
    await presses.answer_to(ANNA, "fp:practise:77", public=True)
    match = await newest(world)
    assert (match.key, match.options["board"]) == ("hnefatafl", "brandubh-7")
    assert sorted(seats(match), key=str) == [1, None]
    choice_page = await presses.answer_to(ANNA, "fp:practise:77", public=True)
    assert {custom_ids.read(custom_id).verb for custom_id in choice_page.ids} == {"practise-on"}
    await presses.answer_to(ANNA, choice_page.ids[0], "hnefatafl/tablut-9")
    assert (await newest(world)).options["board"] == "tablut-9"
    await presses.answer_to(ANNA, "fp:practise:conhex")
    assert (await newest(world)).key == "conhex"
    assert HALL.server is not None
    await world.services.servers.set_server(world.by(BEN), HALL.server, engines=False)
    for custom_id in ("fp:practise", "fp:practise:77", "fp:practise:conhex"):
        answer = await presses.answer_to(ANNA, custom_id)
        assert "fp:practise-on" not in " ".join(answer.ids)
    assert (await newest(world)).key == "conhex"
    assert len(await world.services.matches.of(ANNA.id)) == 3


async def test_the_command_reads_its_options(world: World) -> None:
    presses = presses_of(world)
    practice = command_of(presses.app, "practice")
    await presses.command(ANNA, practice, game="conhex", level="5", role="BLUE", variant="balls=26,swap=off")
    match = await newest(world)
    assert (seats(match), match.options["balls"], match.options["swap"]) == ([5, None], "26", "off")
    await presses.command(ANNA, practice, game="conhex", role="red")
    second_match = await newest(world)
    assert (seats(second_match), second_match.options["balls"]) == ([None, 5], "26"), (
        "the options of the last game"
    )
    await presses.command(ANNA, practice, game="conhex", level="2", variant="swap=off")
    third_match = await newest(world)
    assert (sorted(seats(third_match), key=str), third_match.options["balls"]) == ([2, None], "25")
    presses.locale = discord.Locale.german
    for typed in ("Blau", " BLAU ", "blue"):
        await presses.command(ANNA, practice, game="conhex", level="3", role=typed)
        assert seats(await newest(world)) == [3, None], typed


async def test_an_impossible_start_is_explained(world: World) -> None:
    presses = presses_of(world)
    practice = command_of(presses.app, "practice")
    refusals: dict[str, dict[str, Any]] = {
        "There is no role “white” in this game. Possible: attackers, defenders.": {
            "game": "hnefatafl/brandubh-7", "role": "white"
        },
        "nobody plays “blue”. Possible: red, green.": {"game": "catch-the-hat", "role": "blue"},
        "perhaps": {"game": "conhex", "variant": "swap=perhaps"},
    }  # fmt: skip
    assert HALL.server is not None
    for text, options in refusals.items():
        (answer,) = await presses.command(BEN, practice, **options)
        assert text in answer.text
        assert answer.ids == []
    await world.services.servers.set_server(world.by(ANNA), HALL.server, engines=False)
    (answer,) = await presses.command(BEN, practice, game="conhex")
    assert "This server does not allow games against the computer." in answer.text
    assert await world.services.matches.of(BEN.id) == ()


async def test_roles_and_variants_are_suggested(world: World) -> None:
    presses = presses_of(world, discord.Locale.german)
    practice = command_of(presses.app, "practice")
    assert await presses.suggestions(ANNA, practice, "role", game="hnefatafl/tablut-9") == [
        ("Angreifer", "attackers"),
        ("Verteidiger", "defenders"),
    ]
    assert await presses.suggestions(ANNA, practice, "role", "VERT", game="hnefatafl") == [
        ("Verteidiger", "defenders")
    ]
    assert await presses.suggestions(ANNA, practice, "role", level="2") == []
    assert await presses.suggestions(ANNA, practice, "role", game="chess") == []
    variants = await presses.suggestions(ANNA, practice, "variant", "swap", game="conhex")
    assert variants
    assert [value for _, value in variants if "swap" not in str(value)] == []
    assert await presses.suggestions(ANNA, practice, "variant", "swap") == []
    levels = next(entry for entry in practice._params.values() if entry.name == "level").choices
    assert [choice.value for choice in levels] == ["1", "2", "3", "4", "5"]


async def test_a_finished_game_can_be_continued_from_a_ply(world: World) -> None:
    presses = presses_of(world)
    match = await world.match("conhex", swap="off")
    for person, move in ((ANNA, "f6"), (BEN, "c4"), (ANNA, "g8")):
        await world.services.turns.take_turn(world.by(person), match.id, move)
    await world.services.resignations.resign(world.by(BEN), match.id)
    page = await presses.answer_to(ANNA, custom_ids.write("practice-from", match.id, 2))
    continuation = await newest(world)
    assert (continuation.taken_over, continuation.plies, seats(continuation)[0]) == (2, 2, None)
    assert not page.in_place
    assert "🎯 **You play red: link the top and the bottom of the board" in page.text
    stranger = await presses.answer_to(BEN, custom_ids.write("practice-on", continuation.id))
    assert stranger.ids == []
    await presses.answer_to(ANNA, custom_ids.write("practice-again", continuation.id, 3))
    assert seats(await newest(world)) == [3, None]
