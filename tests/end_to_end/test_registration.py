"""The commands as they are registered with Discord, and when."""

import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

import rules
from playground.server import Playground
from render import Gallery
from tests import pocket
from tests.end_to_end.bots import bot_here
from tests.end_to_end.seen import Json

pytestmark = pytest.mark.asyncio(loop_scope="module")

NAME = re.compile(r"[-_'\w]{1,32}")


def registrations(playground: Playground) -> list[list[Json]]:
    """Return the payload of every registration so far."""
    requests = playground.journal.since(0)
    return [e.json for e in requests if e.method == "PUT" and e.path.endswith("/commands")]  # type: ignore[misc]  # JSON


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def commands(
    playground: Playground, gallery: Gallery, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[list[Json]]:
    """The commands a first start registers."""
    async with bot_here(playground, tmp_path_factory.mktemp("bot") / "f.db", gallery=gallery):
        pass
    (payload,) = registrations(playground)
    yield payload


MENUS = {2, 3}
"""The types of commands in the menus of people and of messages: they have no description."""


def places(item: Json) -> Iterator[Json]:
    """Walk a command, its subcommands, options and choices."""
    yield item
    for inner in (*(item.get("options") or ()), *(item.get("choices") or ())):
        yield from places(inner)


def longest(item: Json, field: str) -> int:
    """Return the length of a text in the language where it is longest."""
    others = (item.get(f"{field}_localizations") or {}).values()
    return max(map(len, (item.get(field) or "", *others)))


def size(item: Json) -> int:
    """Return how much a command counts towards the limit of 8000."""
    own = longest(item, "name") + longest(item, "description")
    own += len(item["value"]) if isinstance(item.get("value"), str) else 0
    return own + sum(map(size, (*(item.get("options") or ()), *(item.get("choices") or ()))))


async def test_the_names_are_the_fixed_ones(commands: list[Json]) -> None:
    assert {c["name"] for c in commands} >= {"challenge", "move", "board", "games", "resign", "rules"}
    (challenge,) = [c for c in commands if c["name"] == "challenge"]
    assert {option["name"] for option in challenge["options"]} == set(rules.GAMES)
    for subcommand in challenge["options"]:
        game = rules.GAMES[subcommand["name"]]
        options = {option["name"]: option for option in subcommand["options"]}
        assert set(options) >= {"opponent", "role", "clock", "rated"}
        assert ("variant" in options) == bool(game.options)
        assert not [name for name, option in options.items() if option.get("required")]


async def test_move_asks_for_its_moves(commands: list[Json]) -> None:
    (move,) = [c for c in commands if c["name"] == "move"]
    options = {option["name"]: option for option in move["options"]}
    assert set(options) == {"move", "game"}
    assert not [name for name, option in options.items() if not option["autocomplete"]]


@pytest.mark.assumes("command-limits")
async def test_limits(commands: list[Json]) -> None:
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
async def test_options_are_told_apart_in_german_too(commands: list[Json]) -> None:
    for command in commands:
        for item in places(command):
            names = [option["name_localizations"]["de"] for option in item.get("options") or ()]
            assert len(set(names)) == len(names)


async def test_every_name_and_description_is_german_too(commands: list[Json]) -> None:
    for command in commands:
        for item in places(command):
            # Numbers, and languages, which are called as they call themselves.
            if item["name"].isdecimal() or item.get("value") in {"en", "de"}:
                continue
            assert item["name_localizations"]["de"].strip(), item["name"]
            if "value" not in item and not (item is command and item.get("type") in MENUS):
                assert item["description_localizations"]["de"].strip()
                assert item["description_localizations"]["de"] != item["description"]


@pytest.mark.assumes("contexts", "default-member-permissions")
async def test_where_the_commands_may_be_used(commands: list[Json]) -> None:
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


@pytest.mark.assumes("commands-come-back")
@pytest.mark.usefixtures("commands")
@pytest.mark.assumes("outdated-commands")
async def test_only_a_changed_tree_is_registered_again(
    playground: Playground, gallery: Gallery, tmp_path: Path
) -> None:
    so_far = len(registrations(playground))
    async with bot_here(playground, tmp_path / "f.db", gallery=gallery):
        assert len(registrations(playground)) == so_far
    fewer = {key: game for key, game in rules.GAMES.items() if key != "conhex"}
    async with bot_here(playground, tmp_path / "f.db", gallery=gallery, games=fewer) as bot:
        changed = registrations(playground)
        assert len(changed) == so_far + 1
        (challenge,) = [c for c in changed[-1] if c["name"] == "challenge"]
        assert {option["name"] for option in challenge["options"]} == set(fewer)
        await bot.restart()
        assert len(registrations(playground)) == so_far + 1
    async with bot_here(playground, tmp_path / "f.db", gallery=gallery):
        assert len(registrations(playground)) == so_far + 2


@pytest.mark.usefixtures("commands")
async def test_what_people_see_is_what_was_registered(control: pocket.Control, commands: list[Json]) -> None:
    shape = await control.line.ask("GET", f"/playground/state?as={pocket.ANNA}")
    assert {command["name"] for command in shape["commands"]} == {c["name"] for c in commands}
