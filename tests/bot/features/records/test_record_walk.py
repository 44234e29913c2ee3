"""Walkthroughs of records: exported, replayed, imported, stepped through."""

import json
import re
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from syrupy.assertion import SnapshotAssertion

from bot.chat.core.pictures import PUBLIC_THEME, Pictures
from bot.features.records.buttons import import_buttons, record_buttons
from bot.features.records.domain.codec import LARGEST, write_record
from bot.features.records.domain.imports import LIFETIME
from bot.features.records.pages import record_page, uploads
from bot.features.records.store import ImportRepository
from bot.model.match.match import Match
from bot.model.people.person import Person
from rules import GAMES
from tests.bot.chat import guilds
from tests.bot.chat.presses import Answer, Presses
from tests.bot.chat.surfaces import command_of
from tests.bot.features.engines.service.test_practice import begin_practice
from tests.bot.features.practice.test_hints import with_engines
from tests.bot.features.privacy.service.leaving import leave
from tests.bot.features.records.domain.playing import random_record
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

BOTH = pytest.mark.parametrize("code", ["en", "de"])
HANDLERS = {**record_buttons.HANDLERS, **import_buttons.HANDLERS}


class RecordWalk:
    """A person's successive pages as one text."""

    def __init__(self, world: World, person: Person = CARA, channel: int = HALL.channel) -> None:
        server = guilds.guild((HALL.channel, 71))
        self.presses = Presses(world, HANDLERS, server, channel)
        self.person = person
        self.pages: list[str] = []

    async def press(self, custom_id: str, *values: str) -> Answer:
        answer = (await self.presses.press(self.person, custom_id, *values))[-1]
        return self._record(f"{custom_id} {' '.join(values)}", answer)

    async def command(self, name: str, subcommand: str | None = None, **options: Any) -> Answer:
        command = command_of(self.presses.app, name, subcommand)
        answer = (await self.presses.command(self.person, command, **options))[-1]
        typed = {key: value for key, value in options.items() if isinstance(value, str)}
        return self._record(f"/{name} {subcommand or ''} {typed or ''}", answer)

    async def suggestions(self, name: str, subcommand: str | None, typed: str) -> list[str]:
        command = command_of(self.presses.app, name, subcommand)
        choices = await self.presses.suggestions(self.person, command, "game", typed)
        return [f"{name} ({value})" for name, value in choices]

    def _record(self, heading: str, answer: Answer) -> Answer:
        visibility = "public" if answer.public else "in place" if answer.in_place else "private"
        self.pages.append(f"> {' '.join(heading.split())} ({visibility})\n{answer.page}")
        return answer

    @property
    def text(self) -> str:
        return "\n".join(self.pages)


@pytest.fixture
def upload(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a factory of files as given to a command."""

    async def fetch(file: Any, most: int) -> bytes:
        assert most == LARGEST
        data: bytes = file.data
        return data

    monkeypatch.setattr(uploads, "fetch", fetch)
    return lambda data: SimpleNamespace(data=data)


async def play(world: World, key: str, *moves: str, **options: str) -> Match:
    match = await world.match(key, **options)
    for number, move in enumerate(moves):
        await world.services.turns.take_turn(world.by((ANNA, BEN)[number % 2]), match.id, move)
    return await world.services.matches.get(match.id)


@BOTH
async def test_a_game_is_replayed_and_exported(world: World, approved: SnapshotAssertion, code: str) -> None:
    for person in (ANNA, CARA):
        await world.services.settings.set_preferences(world.by(person), language=code)
    match = await play(world, "conhex", "a1", "f6", "b3", swap="off")
    number, walk, player = str(match.id), RecordWalk(world), RecordWalk(world, ANNA)
    await player.command("export", game=number)
    await player.command("replay", game=number)
    await walk.command("export", game=number)
    await walk.press(f"fp:replay:{number}")
    await world.services.resignations.resign(world.by(BEN), match.id)
    await play(world, "hnefatafl", "d1-c1", board="brandubh-7")
    assert await walk.suggestions("export", None, "") == await walk.suggestions("replay", None, "")
    walk.pages.append(str(await player.suggestions("export", None, "")))
    walk.pages.append(str(await player.suggestions("replay", None, "conhex")))
    await walk.press(f"fp:export:{number}")
    await walk.press(f"fp:replay:{number}")
    shown = await walk.press(f"fp:replay-post:{number}")
    assert shown.public
    walk.presses.client = discord.Client(intents=discord.Intents.none())  # in a server without the bot
    private = await walk.press(f"fp:replay-post:{number}")
    assert not private.public
    assert player.text + walk.text == approved(name=code)


@BOTH
async def test_an_imported_game_is_stepped_through(
    world: World, approved: SnapshotAssertion, upload: Any, code: str
) -> None:
    await world.services.settings.set_preferences(world.by(CARA), language=code)
    walk = RecordWalk(world)
    await walk.command("import")
    record = random_record(GAMES["conhex"], {"swap": "off"}, plies=4)
    await walk.command("import", file=upload(write_record(record)))
    hats = random_record(GAMES["catch-the-hat"], {}, 4, plies=9)
    await walk.command("import", file=upload(write_record(hats)))
    await walk.command("import")
    page = await walk.press("fp:imports:0", "1")
    for part in (":back", ":back", ":forward", *["import-explore"] * 3, "import-step"):
        page = await walk.press(next(custom_id for custom_id in page.ids if part in custom_id))
    await walk.press("fp:import-replay:1")
    await walk.press("fp:import-delete:1")
    await walk.press("fp:import-replay:1")
    world.time.pass_by(LIFETIME)
    await world.services.timers.act()
    await walk.press("fp:import-replay:2")
    assert await world.services.imports.of(CARA.id) == ()
    assert walk.text == approved(name=code)


@BOTH
async def test_invalid_files_are_refused(
    world: World, approved: SnapshotAssertion, upload: Any, code: str
) -> None:
    await world.services.settings.set_preferences(world.by(CARA), language=code)
    walk = RecordWalk(world)
    valid = json.loads(write_record(random_record(GAMES["catch-the-hat"], {}, 4, plies=9)))
    first = next(number for number, ply in enumerate(valid["plies"]) if ply["seat"] is not None)

    async def import_with(**changes: object) -> None:
        await walk.command("import", file=upload(json.dumps({**valid, **changes}).encode()))

    plies = valid["plies"]
    await walk.command("import", file=upload(b"\x89PNG"))
    await import_with(result=None)
    await import_with(ended=None)
    await import_with(clock="soon")
    await import_with(rules=99)
    await import_with(options={"goal": "none"})
    await import_with(players=[{**player, "role": "red"} for player in valid["players"]])
    await import_with(players=[{**valid["players"][0], "name": "  "}, *valid["players"][1:]])
    await import_with(plies=[*plies[:first], {**plies[first], "text": "z9"}, *plies[first + 1 :]])
    await import_with(plies=[{"text": "a1"}, *plies[1:]])
    await import_with(plies=[plies[0], {**plies[1], "played": "2026-01-01T00:00:00+00:00"}, *plies[2:]])
    await import_with(ended="2026-01-01T00:00:00+00:00")
    await import_with(result={"winners": [0, 1, 2, 3], "reason": "adjudication"})
    await import_with(dice={**valid["dice"], "seed": "00" * 32})
    await import_with(dice=None, version=1)
    assert await world.services.imports.of(CARA.id) == ()
    assert walk.text == approved(name=code)


@BOTH
async def test_dice_are_verified(world: World, approved: SnapshotAssertion, code: str) -> None:
    await world.services.settings.set_preferences(world.by(ANNA), language=code)
    walk, match = RecordWalk(world, ANNA), await world.match("catch-the-hat")
    await play(world, "conhex", "a1", swap="off")
    await walk.command("dice", "verify", game=str(match.id))
    assert await walk.suggestions("dice", "verify", "") == []
    await world.services.resignations.resign(world.by(BEN), match.id)
    await world.services.resignations.resign(world.by(BEN), match.id + 1)
    walk.pages.append(str(await walk.suggestions("dice", "verify", "")))
    await walk.command("dice", "verify", game=str(match.id))
    await walk.command("dice", "verify", game=str(match.id + 1))
    assert re.sub("[0-9a-f]{40,}", "…", walk.text) == approved(name=code)


async def test_a_deleted_person_is_redacted_in_imports(world: World) -> None:
    def file(*names: str) -> bytes:
        record = json.loads(write_record(random_record(GAMES["conhex"], {}, plies=2)))
        players = [{**player, "name": name} for player, name in zip(record["players"], names, strict=True)]
        return json.dumps({**record, "players": players}).encode()

    imports = world.services.imports
    await world.services.people.names({BEN.id})
    await world.match()
    bens_import = await imports.add(world.by(BEN), file("Ben", "Cara"))
    annas_import = await imports.add(world.by(ANNA), file("Ben", "Dora"))
    doras_import = await imports.add(world.by(DORA), file("Benno", "Dora"))
    rows = json.loads(await world.services.personal_exports.of(BEN))["kept"]["imports"]
    assert [row["id"] for row in rows] == [bens_import.id]
    await leave(world, BEN)
    assert await imports.of(BEN.id) == ()
    redacted = await imports.get(ANNA.id, annas_import.id)
    assert redacted.record.names == ("…", "Dora")
    assert [entry.names for entry in await imports.of(ANNA.id)] == [("…", "Dora")]
    assert (await imports.get(DORA.id, doras_import.id)).record.names == ("Benno", "Dora")


async def test_an_import_expires_once(world: World) -> None:
    imports = world.services.imports
    imported = await imports.add(world.by(CARA), write_record(random_record(GAMES["conhex"], {}, plies=2)))
    async with world.store.write() as session:
        repository = session.of(ImportRepository)
        assert not await repository.expire(imported.id, world.time.now)
        world.time.pass_by(LIFETIME)
        assert await repository.expire(imported.id, world.time.now)
        assert not await repository.expire(imported.id, world.time.now)


async def test_without_the_bot_a_public_replay_needs_a_permission(world: World) -> None:
    """Without the bot, a public answer needs the permission to use external apps."""
    match = await play(world, "conhex", "a1", swap="off")
    walk = RecordWalk(world, ANNA, 71)
    walk.presses.client = SimpleNamespace(user=None, get_guild=lambda _: None)
    answer = await walk.press(f"fp:replay-post:{match.id}")
    assert not answer.public
    assert f"<#{HALL.channel}>" in answer.text
    walk.presses.permissions = discord.Permissions(use_external_apps=True, send_messages=True)
    shown = await walk.press(f"fp:replay-post:{match.id}")
    assert shown.public
    assert shown.ids == [], "others there may not see the board"


async def test_a_posted_practice_replay_does_not_link_its_board(world: World) -> None:
    """Other people may not see that board."""
    practice = await begin_practice(world, with_engines(world))
    match, walk = await play(world, "conhex", "a1", swap="off"), RecordWalk(world, ANNA)
    shown = await walk.press(f"fp:replay-post:{practice.id}")
    assert shown.public
    assert shown.ids == []
    assert (await walk.press(f"fp:replay-post:{match.id}")).ids == [f"fp:board:{match.id}"]


async def test_a_posted_replay_uses_the_public_theme(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    themes: list[str] = []
    original = record_page.public_replay

    async def public_replay(painter: Pictures, *arguments: Any, **options: Any) -> Any:
        themes.append(painter.theme)
        return await original(painter, *arguments, **options)

    monkeypatch.setattr(record_buttons, "public_replay", public_replay)
    await world.services.settings.set_preferences(world.by(ANNA), theme="dark")
    match = await play(world, "conhex", "a1", swap="off")
    assert (await RecordWalk(world, ANNA).press(f"fp:replay-post:{match.id}")).public
    assert themes == [PUBLIC_THEME]
