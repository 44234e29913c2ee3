"""Without engines, by the owner's choice, no page or command offers to play against one."""

from typing import Any

import pytest
from discord import app_commands

from bot.chat.command_tree import all_commands, manual_entries
from bot.chat.core.commands.manual import HelpGroup, Manual
from bot.features.help.commands.help_command import help_text
from bot.features.help.messages import welcome_message
from data.store import Store
from tests.bot.chat.page_text import message_text
from tests.bot.chat.presses import TEXTS, Presses
from tests.bot.chat.surfaces import handlers_of, surfaces_of
from tests.bot.features.practice.test_hints import with_engines
from tests.bot.support.fakes import ANNA, GAMES, World

pytest_plugins = ("tests.data.databases",)

FIRST_STEPS = (
    ("fp:new-game:5",),
    ("fp:new-game",),
    ("fp:how-it-works:5",),
    ("fp:rules-list:5",),
    ("fp:choose-rules", "conhex"),
    ("fp:set-up:conhex",),
)


@pytest.fixture
async def world(store: Store) -> World:
    return World(store, {key: GAMES[key] for key in ("hnefatafl", "conhex", "catch-the-hat")})


def mentions_practice(page: str) -> bool:
    """Return whether a page mentions practice or the computer."""
    return any(word in page for word in ("omputer", "Practi", "practise", "practice"))


@pytest.mark.parametrize("engines", [False, True])
async def test_pages_mention_practice_only_with_engines(world: World, engines: bool) -> None:
    if engines:
        with_engines(world)
    await world.services.settings.set_preferences(world.by(ANNA), language="en")
    presses = Presses(world, {})
    handlers: Any = handlers_of(presses.app)
    presses.handlers = handlers
    pages = {name: await presses.answer_to(ANNA, name, *values, public=True) for name, *values in FIRST_STEPS}
    offering = {name for name, page in pages.items() if mentions_practice(page.page)}
    assert offering == ({"fp:new-game:5", "fp:new-game", "fp:choose-rules"} if engines else set())
    manual = Manual(manual_entries(surfaces_of(presses.app)))
    assert ("`/practice`" in help_text(manual, list(HelpGroup), TEXTS.language("en"))) is engines
    welcome = message_text(welcome_message(world.games, TEXTS.language("en"), 5, practises=engines))
    assert mentions_practice(welcome) is engines


@pytest.mark.parametrize("engines", [False, True])
async def test_commands_offer_engines_only_with_engines(world: World, engines: bool) -> None:
    if engines:
        with_engines(world)
    presses = Presses(world, {})
    commands = {entry.command.name: entry.command for entry in all_commands(surfaces_of(presses.app))}
    assert "challenge" in commands
    assert ("practice" in commands) is engines
    tournament, server = commands["tournament"], commands["server"]
    assert isinstance(tournament, app_commands.Group)
    assert isinstance(server, app_commands.Group)
    (create,) = [command for command in tournament.commands if command.name == "create"]
    assert isinstance(create, app_commands.Command)
    options = {parameter.name for parameter in create.parameters}
    assert "places" in options
    assert ("engines" in options) is engines
    assert ("engines" in {command.name for command in server.commands}) is engines
