"""Help and rules by presses: the list of commands, and the rules of a board or a game."""

from collections.abc import Mapping
from typing import Any

import discord
import pytest
from discord.app_commands import ContextMenu
from syrupy.assertion import SnapshotAssertion

from bot.app import bare_surfaces
from bot.chat.command_tree import all_commands
from bot.chat.core import custom_ids
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.interactions.handler import HandlerOf
from bot.features.help import buttons as first_steps
from bot.features.help.commands import help_command, rules_command
from bot.features.offers.buttons import more_buttons
from bot.model.people.person import Person
from data.store import Store
from tests.bot.chat.presses import TEXTS, Presses
from tests.bot.chat.surfaces import command_of, whole_manual
from tests.bot.features.practice.test_hints import with_engines
from tests.bot.support.fakes import ANNA, BEN, CARA, GAMES, HALL, World

pytest_plugins = ("tests.data.databases", "tests.bot.chat.approved")

SPEAKERS = [
    pytest.param(BEN, discord.Locale.british_english, "en", id="en"),
    pytest.param(ANNA, discord.Locale.german, "de", id="de"),
]
# The approved pages list only these games: a new game changes no page.
SHOWN = {key: GAMES[key] for key in ("hnefatafl", "conhex", "catch-the-hat")}
HANDLERS: Mapping[str, HandlerOf[Any]] = {
    **first_steps.HANDLERS,
    **help_command.HANDLERS,
    **rules_command.HANDLERS,
    **more_buttons.HANDLERS,
}


@pytest.fixture
async def world(store: Store) -> World:
    return World(store, SHOWN)


def test_every_command_is_in_the_manual() -> None:
    manual = whole_manual(GAMES, TEXTS)
    listed = {entry.command for group in HelpGroup for entry in manual.of(group)}
    commands = [entry_point.command for entry_point in all_commands(bare_surfaces(GAMES, TEXTS))]
    assert {command.name for command in commands if not isinstance(command, ContextMenu)} == listed


@pytest.mark.parametrize(("person", "locale", "code"), SPEAKERS)
async def test_the_list_of_commands(world: World, person: Person, locale: discord.Locale, code: str) -> None:
    presses = Presses(world, HANDLERS, locale=locale)
    manual = whole_manual(GAMES, TEXTS)
    presses.app.manual.publish(entry for group in HelpGroup for entry in manual.of(group))
    help_page = command_of(presses.app, "help")
    (page,) = await presses.command(person, help_page)
    assert "fp:help-group:admins" not in page.ids
    (admins,) = await presses.command(person, help_page, admin=True)
    assert [custom_id for custom_id in admins.ids if custom_id not in page.ids] == ["fp:help-group:admins"]
    assert [(answer.in_place, answer.public) for answer in (page, admins)] == [(False, False)] * 2
    group = await presses.answer_to(person, "fp:help-group:play")
    assert group.text.strip() == help_command.group_text(manual, HelpGroup.PLAY, TEXTS.language(code))
    assert group.ids == ["fp:help"]
    assert group.in_place
    for presses.direct in (True, False):
        for press in ("fp:help-group:begin", "fp:help"):
            text = (await presses.answer_to(person, press)).text
            assert (TEXTS.language(code)("help.in-servers") in text) is presses.direct
    assert (await presses.answer_to(person, "fp:help")).page == page.page
    for unknown in ("fp:help-group:admins", "fp:help-group:nothing"):
        assert (await presses.answer_to(person, unknown)).ids == [], unknown
    assert "fp:help" in (await presses.answer_to(person, "fp:help-group:admins", admin=True)).ids


@pytest.mark.parametrize(("person", "locale", "code"), SPEAKERS)
async def test_first_steps_from_a_welcome(
    world: World, approved: SnapshotAssertion, person: Person, locale: discord.Locale, code: str
) -> None:
    with_engines(world)
    presses = Presses(world, HANDLERS, locale=locale)
    for verb in ("rules-list", "how-it-works"):
        new_page = await presses.answer_to(person, f"fp:{verb}:5")
        changed_page = await presses.answer_to(person, f"fp:{verb}")
        assert (new_page.page, new_page.in_place, changed_page.in_place) == (changed_page.page, False, True)
    rules_page = await presses.answer_to(person, "fp:choose-rules:0", "hnefatafl/tablut-9")
    assert rules_page.page == approved(name=f"tablut-{code}")
    assert rules_page.in_place
    assert HALL.server is not None
    await world.services.servers.set_server(world.by(CARA), HALL.server, engines=False)
    without_engines = await presses.answer_to(person, "fp:choose-rules:0", "hnefatafl/tablut-9")
    assert set(rules_page.ids) - set(without_engines.ids) == {"fp:practise:hnefatafl/tablut-9"}
    presses.direct = True
    in_direct_messages = await presses.answer_to(person, "fp:choose-rules:0", "hnefatafl/tablut-9")
    assert set(without_engines.ids) - set(in_direct_messages.ids) == {"fp:set-up:hnefatafl/tablut-9"}


async def test_an_untranslated_language_gets_english(world: World) -> None:
    rules = [
        await Presses(world, HANDLERS, locale=locale).answer_to(BEN, "fp:rules:conhex")
        for locale in (discord.Locale.french, discord.Locale.british_english, discord.Locale.german)
    ]
    assert rules[0].text == rules[1].text
    assert "-# Goal · page 1 of 8" in rules[0].text
    assert "-# Ziel · Seite 1 von 8" in rules[2].text


async def test_rules_opened_from_a_match_use_its_board(world: World) -> None:
    presses = Presses(world, HANDLERS)
    await world.challenge("conhex")  # the ids of games and challenges must differ
    match = await world.match("hnefatafl", board="brandubh-7")
    more = await presses.answer_to(ANNA, custom_ids.write("more", match.id))
    rules = custom_ids.write("rules", "hnefatafl", match.id)
    assert rules in more.ids
    page = await presses.answer_to(ANNA, rules, public=True)
    assert page.text.strip().startswith("## Brandubh")
    pages = 1 + len(world.services.lessons.drawings("hnefatafl", match.options, settled=True))
    assert f"page 1 of {pages}\n" in page.text
    assert not page.in_place
    assert [custom_ids.read(custom_id).verb for custom_id in page.ids].count("rules-list") == 0
    full_rules_id = next(
        custom_id for custom_id in page.ids if custom_ids.read(custom_id).verb == "rules-text"
    )
    assert str(match.id) in full_rules_id
    full_rules, t = await presses.answer_to(ANNA, full_rules_id), TEXTS.language("en")
    assert "Brandubh" in full_rules.text
    other = await world.match("conhex")
    texts = [
        (await presses.answer_to(ANNA, f"fp:rules-text:{number}:conhex")).text for number in (other.id, 0)
    ]
    handicap = t("conhex.option.handicap.title")
    assert [f"**{handicap}**" in text for text in texts] == [False, True], "this match has no handicap"
    assert f"fp:rules-page:0:{match.id}:hnefatafl/brandubh-7" in full_rules.ids
    assert "fp:rules-list" not in full_rules.ids
    next_page_id = next(custom_id for custom_id in page.ids if custom_id.startswith("fp:rules-page:1:"))
    second = await presses.answer_to(ANNA, next_page_id)
    assert second.text.strip().startswith("## Brandubh")
    assert f"page 2 of {pages}\n" in second.text
    assert f"fp:rules-page:0:{match.id}:hnefatafl/brandubh-7" in second.ids
    presses.channel = 99
    for custom_id in (rules, full_rules_id, next_page_id):
        stranger = await presses.answer_to(CARA, custom_id)
        assert "Brandubh" not in stranger.text, "Cara cannot see this game"
    by_name = await presses.answer_to(CARA, "fp:rules:hnefatafl")
    assert by_name.text.strip().startswith("## Hnefatafl")
    assert "fp:rules-list" in by_name.ids


async def test_the_rules_command_recognises_its_thread_s_game(world: World) -> None:
    thread = 71
    match = await world.match("hnefatafl", board="brandubh-7")
    await world.services.match_places.move_home(match.id, thread)
    presses = Presses(world, HANDLERS, channel=thread, thread=True)
    rules = command_of(presses.app, "rules")
    same_game, other_board, other_game = [
        (await presses.command(ANNA, rules, game=game))[0]
        for game in ("hnefatafl", "hnefatafl/tablut-9", "conhex")
    ]
    assert same_game.text.strip().startswith("## Brandubh")
    assert str(match.id) in {part for custom_id in same_game.ids for part in custom_id.split(":")}
    assert other_board.text.strip().startswith("## Tablut")
    assert other_game.text.strip().startswith("## ConHex")
    assert "fp:rules-list" in other_board.ids
    presses.channel, presses.thread = HALL.channel, False
    await world.match("hnefatafl", board="brandubh-7")
    (in_hall,) = await presses.command(ANNA, rules, game="hnefatafl")
    assert in_hall.text.strip().startswith("## Hnefatafl")
