"""Commands refused by Discord: the bot stays up, and plays with the registered commands."""

import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from discord import app_commands

import rules
from bot.chat import bot as chat
from bot.chat.command_tree import PlacedCommand, all_commands
from bot.chat.surface import Surface
from playground.server import Playground
from playground.values.events import MessagePosted, WorldEvent
from playground.values.messages import Message
from render import Gallery
from tests import pocket
from tests.end_to_end.bots import in_process_bot
from tests.end_to_end.conftest import make_table
from tests.end_to_end.forks import ForkServer, bot_process
from tests.end_to_end.in_process_line import InProcessLine
from tests.end_to_end.shown_message import Json
from tests.end_to_end.tables import Table
from tests.end_to_end.waiting import until

pytestmark = pytest.mark.asyncio(loop_scope="module")

COMMANDS = "/commands$"
GLOBAL = f"/applications/{pocket.BOT}/commands"
CREATIONS_A_DAY = 200
LIMITED = 429
"""The status of rate-limited requests, which are repeated later."""


@asynccontextmanager
async def bare_table() -> AsyncIterator[Table]:
    """Make a table in a separate playground without registered commands."""
    async with Playground.start() as playground, aiohttp.ClientSession() as http:
        posted: list[Message] = []

        def record(event: WorldEvent) -> None:
            if isinstance(event, MessagePosted):
                posted.append(event.message)

        playground.world.listen(record)
        control = pocket.Control(InProcessLine(http, playground))
        yield await make_table(playground, posted, control, pocket.GAME_NIGHT)


def changing_requests(playground: Playground, *methods: str) -> list[Any]:
    """Return the requests so far to change commands."""
    changing = methods or ("PUT", "POST", "DELETE", "PATCH")
    requests = playground.journal.since(0)
    return [request for request in requests if request.method in changing and "/commands" in request.path]


def command_names(body: Any) -> set[str]:
    return {command["name"] for command in (body if isinstance(body, list) else [body])}


async def registered_commands(table: Table) -> dict[str, Json]:
    shape = await table.control.line.ask("GET", f"/playground/state?as={pocket.ANNA}")
    return {command["name"]: command for command in shape["commands"]}


def error_lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.fixture
def invalid_rules_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exceed one of Discord's limits in the bot's /rules."""

    def spoiled_commands(surfaces: Sequence[Surface]) -> list[PlacedCommand]:
        commands = all_commands(surfaces)
        (bad,) = [declared.command for declared in commands if declared.command.name == "rules"]
        assert isinstance(bad, app_commands.Command)
        next(iter(bad._params.values())).description = "x" * 101
        return commands

    monkeypatch.setattr(chat, "all_commands", spoiled_commands)


async def test_the_bot_serves_registered_commands_after_a_refusal(
    gallery: Gallery, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with bare_table() as table:
        async with in_process_bot(table.playground, tmp_path / "f.db", gallery=gallery):
            pass
        before = await registered_commands(table)
        for method in ("PUT", "POST"):
            order = {"fault": "status", "status": 400, "code": 50035, "path": COMMANDS, "method": method}
            table.playground.faults.order(order | {"times": 100})
        fewer = {key: game for key, game in rules.GAMES.items() if key != "conhex"}
        async with in_process_bot(table.playground, tmp_path / "f.db", gallery=gallery, games=fewer):
            match = await table.begin(next(iter(fewer)))
            assert match.start.buttons
        assert await registered_commands(table) == before
        (line,) = error_lines(caplog)
        assert line.startswith("Discord refuses commands, the bot goes on")
        assert len(changing_requests(table.playground)) <= len(before) // 2, "the bot does not retry rapidly"


@pytest.mark.usefixtures("invalid_rules_command")
@pytest.mark.assumes("command-limits")
async def test_a_faulty_command_does_not_block_the_others(
    gallery: Gallery, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with (
        bare_table() as table,
        in_process_bot(table.playground, tmp_path / "f.db", gallery=gallery) as bot,
    ):

        async def valid_commands() -> dict[str, Json] | None:
            commands = await registered_commands(table)
            return commands if "Challenge…" in commands else None

        names = await until(valid_commands, "the last command")
        assert "rules" not in names
        assert {"challenge", "move", "board"} < set(names)
        assert names["board"]["integration_types"] == [0, 1]
        match = await table.begin("conhex", swap="off")
        await match.play("a1")
        (line,) = error_lines(caplog)
        assert "/rules, first option (game), description: Must be between 1 and 100" in line
        before = len(changing_requests(table.playground))
        await bot.restart()
        requests = changing_requests(table.playground)[before:]
        # First the whole set, then without user installs; then both for the faulty command alone.
        attempts = [
            (entry.method, entry.status, command_names(entry.json))
            for entry in requests
            if entry.status != LIMITED
        ]
        whole_set = ("PUT", 400, {*names, "rules"})
        faulty_command = ("POST", 400, {"rules"})
        assert attempts == [whole_set, whole_set, faulty_command, faulty_command], (
            "only the faulty command is retried alone"
        )


async def test_a_refused_registration_logs_one_line_and_keeps_running(
    fork_server: ForkServer, tmp_path: Path
) -> None:
    async with Playground.start() as playground, bot_process(fork_server, playground, tmp_path) as bot:
        tree = {"3": {"options": {"2": {"_errors": [{"code": "X", "message": "is wrong"}]}}}}
        for method in ("PUT", "POST"):
            playground.faults.order(
                {
                    "fault": "status",
                    "status": 403,
                    "path": COMMANDS,
                    "method": method,
                    "times": 50,
                    "body": {"errors": tree},
                }
            )
        await bot.start()
        await bot.wait_for_output("Discord refuses commands, the bot goes on with those that are registered")
        status, _ = await bot.stop()
        assert status == 0
        assert len(changing_requests(playground)) == 1
