"""Slow machines: answers to all kinds of presses arrive in time."""

import threading
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio
from discord import app_commands

from bot.chat.core.interactions import responder, suggestions
from bot.features.moves.commands import move_command
from playground.server import Playground
from render import NEUTRAL, Gallery, View
from rules import State
from tests.end_to_end.bots import InProcessBot, in_process_bot
from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.tables import Match, Table
from tests.end_to_end.waiting import until

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

MESSAGE, THINKING, DEFERRED_UPDATE, CHOICES = 4, 5, 6, 8


class GatedGallery(Gallery):
    """A gallery whose pictures wait at a gate."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = threading.Event()
        self.gate.set()

    def picture(self, state: State, view: View = NEUTRAL) -> bytes:
        assert self.gate.wait(timeout=20)
        return super().picture(state, view)


@pytest.fixture(scope="module")
def painters() -> GatedGallery:
    return GatedGallery()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(
    playground: Playground, painters: GatedGallery, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[InProcessBot]:
    database = tmp_path_factory.mktemp("bot") / "fernpartie.db"
    async with in_process_bot(playground, Path(database), gallery=painters) as running:
        yield running


@pytest.fixture
def picture_gate(painters: GatedGallery, monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Hold all pictures until the gate opens; defer almost immediately, so that tests need not wait."""
    monkeypatch.setattr(responder, "DEFER_AFTER", 0.05)
    painters.gate.clear()
    yield painters.gate
    painters.gate.set()


@pytest_asyncio.fixture(loop_scope="module")
async def match(table: Table) -> Match:
    game = await table.begin("hnefatafl", board="brandubh-7")
    await game.wait_until_stripped(game.card)
    return game


def impatient(match: Match, seat: int) -> Person:
    """Return a player who counts a deferral as the answer."""
    return replace(match.players[seat], patient=False)


async def panel_of(match: Match, word: str) -> ShownMessage:
    """Wait for Anna's private panel with a picture and this word."""
    anna = match.players[0]

    async def look() -> ShownMessage | None:
        messages = await anna.messages(match.home)
        return next((m for m in reversed(messages) if m.is_private and m.pictures and word in m.text), None)

    return await until(look, f"a panel with {word!r}")


@pytest.mark.assumes("three-seconds", "deferral")
async def test_a_slow_command_is_deferred(match: Match, picture_gate: threading.Event) -> None:
    answer = await impatient(match, 0).slash(match.home, "board")
    assert answer.callback == THINKING
    picture_gate.set()
    assert (await panel_of(match, f"#{match.number}")).id == answer.message.id


async def test_a_slow_panel_updates_the_same_message(match: Match, picture_gate: threading.Event) -> None:
    anna = impatient(match, 0)
    opening = await anna.press(match.start, "Move")
    assert opening.callback == DEFERRED_UPDATE
    picture_gate.set()
    first = await panel_of(match, "")
    picture_gate.clear()
    assert (await anna.press(first, "d1")).callback == DEFERRED_UPDATE
    picture_gate.set()

    async def next_panel() -> ShownMessage | None:
        messages = await anna.messages(match.home)
        return next((m for m in messages if m.id == first.id and "c1" in m.buttons), None)

    await until(next_panel, "the next panel")


@pytest.mark.assumes("slow-confirmations")
async def test_a_page_arrives_despite_a_late_deferral_response(
    match: Match, table: Table, painters: GatedGallery
) -> None:
    """Discord accepts the deferral of a press on the public board, but confirms it after 1.6 s."""
    painters.gate.clear()
    await table.control.fault("delay", "/callback$", when="after", seconds=1.6, times=9)
    try:
        assert (await impatient(match, 0).press(match.start, "Move")).callback == DEFERRED_UPDATE
    finally:
        painters.gate.set()
    assert (await panel_of(match, "")).pictures
    await table.control.clear_faults()
    board = next(
        message for message in await match.players[1].messages(match.home) if message.id == match.start.id
    )
    assert "Move" in board.buttons, "the board is unchanged"


async def test_a_refusal_completes_a_deferred_response(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(responder, "DEFER_AFTER", -1.0)
    ben = impatient(match, 1)
    answer = await ben.slash(match.home, "move", move="d3-a3")

    async def refusal() -> ShownMessage | None:
        messages = await ben.messages(match.home)
        return next((m for m in messages if m.id == answer.message.id and "not your turn" in m.text), None)

    await until(refusal, "the refusal")


async def test_an_internal_error_completes_a_deferred_response(
    match: Match,
    bot: InProcessBot,
    painters: GatedGallery,
    picture_gate: threading.Event,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    del bot

    def broken(*_: object) -> bytes:
        assert picture_gate.wait(timeout=20)
        raise RuntimeError("no paint left")

    monkeypatch.setattr(painters, "picture", broken)
    anna = impatient(match, 0)
    answer = await anna.slash(match.home, "board")
    assert answer.callback == THINKING
    picture_gate.set()

    async def failure_message() -> ShownMessage | None:
        messages = await anna.messages(match.home)
        return next((m for m in messages if m.id == answer.message.id and "went wrong" in m.text), None)

    await until(failure_message, "the apology")


@pytest.mark.assumes("follow-ups-limited")
async def test_repeated_presses_are_only_acknowledged(match: Match, table: Table) -> None:
    anna, ben = impatient(match, 0), match.players[1]
    before = len(await table.control.requests())
    pressed = [await anna.press(match.start, "Move") for _ in range(12)]
    assert [press.callback for press in pressed] == [MESSAGE] * 9 + [DEFERRED_UPDATE] * 3
    assert (await ben.press(match.start, "More")).callback == MESSAGE, "other people still get answers"
    requests = [entry["path"] for entry in (await table.control.requests())[before:]]
    assert not [path for path in requests if path.startswith("/webhooks/")], (
        "every answer is a callback, not a follow-up"
    )


@pytest.mark.assumes("autocomplete-choices-only")
async def test_failing_suggestions_return_an_empty_list(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> list[object]:
        raise RuntimeError("nothing comes to mind")

    monkeypatch.setattr(move_command, "_suggest_moves", broken)
    assert await match.players[0].complete(match.home, "move", "move", "d") == []


async def test_slow_suggestions_return_an_empty_list(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suggestions, "TIME_TO_THINK", -1.0)
    assert await match.players[0].complete(match.home, "move", "move", "d") == []
    monkeypatch.undo()
    assert await match.players[0].complete(match.home, "move", "move", "d") != []


async def test_an_obsolete_option_has_no_suggestions(
    match: Match, bot: InProcessBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py itself leaves an unknown option unanswered."""
    assert bot._bot is not None
    command = bot._bot.tree.get_command("move")
    assert isinstance(command, app_commands.Command)
    monkeypatch.setattr(suggestions, "IN_THE_END", 0.1)
    monkeypatch.delitem(command._params, "move")
    assert await match.players[0].complete(match.home, "move", "move", "d") == []


async def test_an_obsolete_command_has_no_suggestions(match: Match, bot: InProcessBot) -> None:
    assert bot._bot is not None
    command = bot._bot.tree.remove_command("board")
    assert command is not None
    anna = match.players[0]
    before = len(await anna.messages(match.home))
    try:
        assert await anna.complete(match.home, "board", "game", "d") == []
    finally:
        bot._bot.tree.add_command(command)
    assert len(await anna.messages(match.home)) == before, "no message was posted either"
