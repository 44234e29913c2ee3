"""The commands as registered with Discord."""

import re
from collections.abc import Iterator
from typing import Any

import discord
import pytest
from discord import app_commands

import rules
from bot.app import bare_surfaces
from bot.chat.command_tree import all_commands
from bot.chat.core.commands import reach
from bot.chat.core.commands.command_i18n import CatalogueTranslator
from bot.chat.gateway.command_ids import mentions_of
from bot.chat.gateway.registration import payloads
from bot.locale import Texts

Json = dict[str, Any]
TEXTS = Texts.load()
NAME = re.compile(r"[-_'\w]{1,32}")


async def tree_of(*, people_install: bool = True) -> app_commands.CommandTree[discord.Client]:
    """Return the tree of all commands."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    await tree.set_translator(CatalogueTranslator(TEXTS))
    for placed in all_commands(bare_surfaces(rules.GAMES, TEXTS)):
        tree.add_command(reach.place(placed.command, placed.reach, people_install=people_install))
    return tree


@pytest.fixture(scope="module")
async def commands() -> list[Json]:
    return [dict(command) for command in await payloads(await tree_of())]


MENUS = {2, 3}
"""The types of context-menu commands, which have no description."""


def places(item: Json) -> Iterator[Json]:
    """Yield a command, its subcommands, options and choices."""
    yield item
    for inner in (*(item.get("options") or ()), *(item.get("choices") or ())):
        yield from places(inner)


def longest(item: Json, field: str) -> int:
    """Return the length of a field's longest localisation."""
    others = (item.get(f"{field}_localizations") or {}).values()
    return max(map(len, (item.get(field) or "", *others)))


def size(item: Json) -> int:
    """Return a command's size towards the limit of 8000 characters."""
    own = longest(item, "name") + longest(item, "description")
    own += len(item["value"]) if isinstance(item.get("value"), str) else 0
    return own + sum(map(size, (*(item.get("options") or ()), *(item.get("choices") or ()))))


def test_command_names_are_fixed(commands: list[Json]) -> None:
    assert {c["name"] for c in commands} >= {"challenge", "move", "board", "games", "resign", "rules"}
    (challenge,) = [c for c in commands if c["name"] == "challenge"]
    assert {option["name"] for option in challenge["options"]} == set(rules.GAMES)
    for subcommand in challenge["options"]:
        game = rules.GAMES[subcommand["name"]]
        options = {option["name"]: option for option in subcommand["options"]}
        assert set(options) >= {"opponent", "role", "clock", "rated"}
        assert ("variant" in options) == bool(game.options)
        assert not [name for name, option in options.items() if option.get("required")]


def test_move_autocompletes_both_options(commands: list[Json]) -> None:
    (move,) = [c for c in commands if c["name"] == "move"]
    options = {option["name"]: option for option in move["options"]}
    assert set(options) == {"move", "game"}
    assert not [name for name, option in options.items() if not option["autocomplete"]]


@pytest.mark.assumes("command-limits")
def test_commands_stay_within_discords_limits(commands: list[Json]) -> None:
    assert len(commands) <= 100
    for command in commands:
        assert size(command) <= 8000, f"{command['name']} counts {size(command)}"
        for item in places(command):
            assert len(item.get("options") or ()) <= 25
            assert len(item.get("choices") or ()) <= 25
            names = [option["name"] for option in item.get("options") or ()]
            assert len(set(names)) == len(names)
            if "value" in item:
                assert 1 <= len(item["name"]) <= longest(item, "name") <= 100
                assert 1 <= len(item["value"]) <= 100
                continue
            if item.get("type") in MENUS and item is command:
                assert 1 <= len(item["name"]) <= longest(item, "name") <= 32
                assert "description" not in item
                continue
            assert 1 <= len(item["description"]) <= longest(item, "description") <= 100
            for name in (item["name"], *(item.get("name_localizations") or {}).values()):
                assert NAME.fullmatch(name), name
                assert name == name.lower()


@pytest.mark.assumes("command-limits")
def test_options_have_unique_german_names(commands: list[Json]) -> None:
    for command in commands:
        for item in places(command):
            names = [option["name_localizations"]["de"] for option in item.get("options") or ()]
            assert len(set(names)) == len(names)


def test_every_name_and_description_is_translated(commands: list[Json]) -> None:
    for command in commands:
        for item in places(command):
            # Numbers and the native names of languages are not translated.
            if item["name"].isdecimal() or item.get("value") in {"en", "de"}:
                continue
            assert item["name_localizations"]["de"].strip(), item["name"]
            if "value" not in item and not (item is command and item.get("type") in MENUS):
                assert item["description_localizations"]["de"].strip()
                assert item["description_localizations"]["de"] != item["description"]


@pytest.mark.assumes("contexts", "default-member-permissions")
def test_commands_have_their_contexts_and_permissions(commands: list[Json]) -> None:
    for command in commands:
        anywhere = command["name"] in {
            "Board from my side",
            "board",
            "explore",
            "games",
            "help",
            "learn",
            "practice",
            "privacy",
            "profile",
            "puzzle",
            "replay",
            "review",
            "rules",
            "settings",
        }
        in_servers = command["name"] in {"Challenge…", "challenge", "open", "server", "tournament"}
        assert command["integration_types"] == ([0, 1] if anywhere else [0])
        assert command["contexts"] == ([0, 1, 2] if anywhere else [0] if in_servers else [0, 1])
        manage_server = 1 << 5 if command["name"] == "server" else None
        assert command.get("default_member_permissions") == manage_server
        assert not command.get("nsfw")


@pytest.mark.assumes("installs-supported")
async def test_without_user_installs_all_commands_are_for_servers() -> None:
    sent = await payloads(await tree_of(people_install=False))
    assert {tuple(command["integration_types"]) for command in sent} == {(0,)}
    assert not [command["name"] for command in sent if 2 in command["contexts"]]


async def test_command_mentions_use_their_ids() -> None:
    tree = await tree_of()
    mentions = mentions_of(tree.get_commands(), {"move": 5, "server": 6, "Challenge\u2026": 7}, TEXTS)
    assert mentions["en"]["move"] == "</move:5>"
    assert mentions["de"]["ziehen"] == "/ziehen (</move:5>)"
    assert mentions["en"]["server channels"] == "</server channels:6>"
    assert not [name for name in mentions["en"] if name.startswith(("challenge", "Challenge"))]
    assert mentions["de"].keys().isdisjoint({"move"})
