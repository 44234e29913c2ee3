"""Commands of the app and of servers: their ids, versions and defaults through all changes."""

import json
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

from playground.values.errors import ApiError
from playground.values.people import Json
from playground.world.commands import CommandBook, without_localizations
from playground.world.world import World
from tests.playground.world.worlds import Hand
from tests.pocket import GAME_NIGHT, SPIELEABEND

PLAY: Json = {"name": "play", "description": "Play", "name_localizations": {"de": "spielen"}}
QUIT: Json = {"name": "quit", "description": "Quit", "contexts": [0], "unknown": 1}
GREET: Json = {"name": "Greet", "type": 2, "integration_types": [1], "nsfw": True}


@pytest.fixture
def book(world: World) -> CommandBook:
    return CommandBook(world)


class Told:
    """The steps with the new (+) and gone (-) commands, their ids and versions numbered."""

    def __init__(self, book: CommandBook) -> None:
        self.book = book
        self.rows: list[str] = []
        self.steps: list[str] = []

    def step(self, name: str, act: Callable[[], object]) -> None:
        try:
            act()
            outcome = ""
        except ApiError as refused:
            outcome = f": {refused.refusal.code} {json.dumps(refused.errors)}"
        rows = [json.dumps(command) for command in self.book.everything()]
        changes = [f"- {row}" for row in self.rows if row not in rows]
        changes += [f"+ {row}" for row in rows if row not in self.rows]
        self.steps.append("\n  ".join([name + outcome, *changes]))
        self.rows = rows

    def text(self) -> str:
        ids: dict[str, str] = {}
        return re.sub(
            r'"(id|version)": "(\d+)"',
            lambda match: f'"{match[1]}": {ids.setdefault(match[2], f"#{len(ids) + 1}")}',
            "\n".join(self.steps),
        )


def test_commands_keep_their_ids_by_name_type_and_scope(
    world: World, book: CommandBook, snapshot: SnapshotAssertion
) -> None:
    told = Told(book)
    told.step("sync", lambda: book.replace_all(None, [PLAY, GREET]))
    told.step("of a server", lambda: book.replace_all(GAME_NIGHT, [PLAY, QUIT]))
    told.step("the same again", lambda: book.replace_all(None, [PLAY | {"type": None}, GREET]))
    told.step("other words", lambda: book.replace_all(None, [GREET, PLAY | {"description": "Play a game"}]))
    told.step("of another server", lambda: book.upsert(SPIELEABEND, PLAY))
    told.step("once more", lambda: book.upsert(SPIELEABEND, PLAY | {"description": "Play here"}))
    told.step("the same name as a menu", lambda: book.upsert(SPIELEABEND, {"name": "play", "type": 3}))
    quit_id = next(command["id"] for command in book.in_scope(GAME_NIGHT) if command["name"] == "quit")
    told.step("renamed", lambda: book.change(GAME_NIGHT, quit_id, {"name": "leave", "contexts": None}))
    told.step("renamed elsewhere", lambda: book.change(None, quit_id, {"name": "go"}))
    told.step("badly renamed", lambda: book.change(GAME_NIGHT, quit_id, {"name": "Go"}))
    told.step("deleted elsewhere", lambda: book.remove(SPIELEABEND, quit_id))
    told.step("deleted", lambda: book.remove(GAME_NIGHT, quit_id))
    world.application = replace(world.application, user_installs=False)
    told.step("without installs by people", lambda: book.replace_all(None, [PLAY, GREET]))
    greet_id = next(command["id"] for command in book.in_scope(None) if command["type"] == 2)
    told.step("a change without them", lambda: book.change(None, greet_id, {"name": "Hello"}))
    told.step("an addition without them", lambda: book.upsert(None, GREET))
    told.step("the default without them", lambda: book.replace_all(None, [QUIT]))
    told.step("Activities", book.add_entry_point)
    told.step("Activities again", book.add_entry_point)
    told.step("entry point left out", lambda: book.replace_all(None, [PLAY]))
    told.step("nothing for a server", lambda: book.replace_all(GAME_NIGHT, []))
    entry = {"name": "launch", "type": 4, "description": "Open", "handler": 1}
    told.step("with the entry point", lambda: book.replace_all(None, [PLAY, entry]))
    assert told.text() == snapshot


def test_creations_are_counted_per_day_and_scope(book: CommandBook, clock: Hand) -> None:
    def create(scope: str | None, number: int) -> int | None:
        try:
            book.replace_all(scope, [PLAY | {"name": f"c{clock.moment:.0f}-{n}"} for n in range(number)])
        except ApiError as refused:
            return refused.refusal.code
        return None

    def advance(seconds: float) -> None:
        clock.moment += seconds

    assert create(None, 100) is None
    advance(1)
    assert create(None, 99) is None
    assert create(GAME_NIGHT, 2) is None
    advance(1)
    assert create(None, 2) == 30034
    assert create(None, 1) is None
    assert create(None, 1) is None
    book.upsert(None, PLAY | {"name": f"c{clock.moment:.0f}-0", "description": "Changed"})
    with pytest.raises(ApiError):
        book.upsert(None, PLAY | {"name": "another"})
    book.upsert(GAME_NIGHT, PLAY | {"name": "another"})
    advance(86_400 - 3)
    assert create(None, 1) == 30034
    advance(1)
    assert create(None, 100) is None
    assert create(None, 1) is None
    with pytest.raises(ApiError):
        book.upsert(None, PLAY | {"name": "another"})


def test_localizations_are_stripped_at_every_depth() -> None:
    def localized(name: str, **more: object) -> Json:
        return {"name": name, "name_localizations": {"de": "x"}, "description_localizations": None, **more}

    option = localized("move", options=[localized("by", choices=[localized("hand", value=1)])])
    bare = {
        "name": "play",
        "options": [{"name": "move", "options": [{"name": "by", "choices": [{"name": "hand", "value": 1}]}]}],
    }
    assert without_localizations(localized("play", options=[option])) == bare
    assert without_localizations(localized("play", options=None)) == {"name": "play", "options": []}
