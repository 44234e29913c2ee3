"""An owner's view of a move: metrics, log, and the bot's status."""

import io
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.logs import set_up_logging
from bot.model.ports import utc_now
from bot.monitoring.status import read_status
from data.store import Store
from playground.server import Playground
from render import Gallery
from tests.end_to_end.bots import in_process_bot
from tests.end_to_end.forks import ForkServer, bot_process
from tests.end_to_end.tables import Table
from tests.end_to_end.waiting import until

pytestmark = pytest.mark.asyncio(loop_scope="module")

Line = dict[str, Any]


def read_json(text: str) -> list[Line]:
    return [json.loads(line) for line in text.splitlines()]


def read_text(text: str) -> list[Line]:
    """Return the parsed lines of a text log: the event, and its fields by name."""
    fields = re.compile(r"(\w+)=('[^']*'|\S+)")
    event = re.compile(r"\[(\w+) *\] (.*?) +\[([\w.]+)\]")
    events = ((event.search(line), dict(fields.findall(line))) for line in text.splitlines())
    return [
        {
            "level": head[1],
            "event": head[2],
            "logger": head[3],
            **{name: value.strip("'") for name, value in fields_of_event.items()},
        }
        for head, fields_of_event in events
        if head is not None
    ]


def of_move(lines: Sequence[Line], ply: int) -> list[Line]:
    """Return the bot's own log lines of the request that played a ply."""
    request = next(
        line["request"]
        for line in lines
        if line["event"] == "committed" and "PlyPlayed" in line["events"] and int(line["ply"]) == ply
    )
    own = (line for line in lines if line["logger"].startswith("bot."))
    return [line for line in own if line.get("request") == request]


@pytest.mark.parametrize(("form", "read"), [("json", read_json), ("text", read_text)])
async def test_a_move_is_traceable_in_the_log_by_its_id(
    form: str,
    read: Any,
    table: Table,
    playground: Playground,
    gallery: Gallery,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Threads write to the stream, too, and pytest's capture must not be read meanwhile.
    stream = io.StringIO()
    async with in_process_bot(playground, tmp_path / "games.db", gallery=gallery):
        match = await table.begin("conhex", swap="off")
        await match.play("a1")
        monkeypatch.setattr(sys, "stderr", stream)
        set_up_logging("DEBUG", form)
        board = await match.play("f6", after=1)
        await match.wait_until_stripped(match.start)

        async def lines_of_correction() -> list[Line] | None:
            lines = of_move(read(stream.getvalue()), 2)
            return lines if any(line.get("kind") == "RemoveButtons" for line in lines) else None

        lines = await until(lines_of_correction, "the log line of the previous board losing its buttons")
    by_event = {line["event"] if line["event"] != "delivered" else line["kind"]: line for line in lines}
    assert {"received", "answered", "committed", "PlyPlayed", "RemoveButtons"} <= set(by_event)
    assert {by_event[word]["command"] for word in ("received", "answered", "committed")} == {"/move"}
    numbers = {str(by_event[word]["match"]) for word in ("answered", "committed", "PlyPlayed")}
    assert numbers == {str(match.number)}
    at_info = [line["event"] for line in lines if line["level"] == "info"]
    assert at_info == ["committed", "delivered"]
    assert not [name for name in (table.anna.id, table.ben.id, "Anna", "Ben") if name in json.dumps(lines)]
    assert board.buttons


async def scrape(port: int) -> str:
    async with aiohttp.ClientSession() as http, http.get(f"http://127.0.0.1:{port}/metrics") as response:
        assert response.status == 200
        assert response.headers["Content-Type"].startswith("text/plain; version=")
        return await response.text()


async def test_metrics_and_log_report_a_move(
    table: Table, fork_server: ForkServer, playground: Playground, tmp_path: Path, free_port: int
) -> None:
    settings = {"FERNPARTIE_METRICS": f"127.0.0.1:{free_port}", "FERNPARTIE_LOG_FORMAT": "json"}
    async with bot_process(fork_server, playground, tmp_path, settings) as bot:
        await bot.start()
        match = await table.begin("conhex", swap="off")
        await match.play("a1")

        async def metrics_of_move() -> str | None:
            text = await scrape(free_port)
            return (
                text
                if 'phase="board_posted"' in text and 'kind="PlyPlayed",result="delivered"' in text
                else None
            )

        text = await until(metrics_of_move, "the board to be measured")
        for series in (
            'fernpartie_moves_total{game="conhex",way="slash"} 1.0',
            'fernpartie_answer_seconds_count{command="/move",phase="first_answer"} 1.0',
            'fernpartie_answer_seconds_count{command="/move",phase="committed"} 1.0',
            'fernpartie_answer_seconds_count{command="/move",phase="board_posted"} 1.0',
            'fernpartie_deliveries_total{kind="PlyPlayed",result="delivered"} 1.0',
            'fernpartie_running_games{game="conhex"} 1.0',
            "fernpartie_gateway_shards 1.0",
            'fernpartie_gateway_connects_total{way="identify"} 1.0',
            # tests/bot/monitoring tests the number; other bots may have used up limits here.
            "fernpartie_invalid_requests ",
        ):
            assert series in text
        for name in ("drawing_seconds_count{", "drawing_boards_total{", "database_seconds_count{"):
            assert f"fernpartie_{name}" in text
        store = Store.open_unmigrated(f"sqlite:///{tmp_path / 'fernpartie.db'}")
        stands = await read_status(store, utc_now())
        assert stands.running == {"conhex": 1}
        assert (list(stands.shards.values()), stands.backlogs.troubles()) == ([(0,)], ())
        await store.close()
        status, output = await bot.stop()
    assert status == 0, output
    assert [line["event"] for line in of_move(read_json(output), 1)] == ["committed", "delivered"]


async def test_an_unavailable_metrics_address_stops_the_start(
    fork_server: ForkServer, playground: Playground, tmp_path: Path, free_port: int
) -> None:
    settings = {"FERNPARTIE_METRICS": f"127.0.0.1:{free_port}"}
    async with (
        Playground.start(port=free_port),
        bot_process(fork_server, playground, tmp_path, settings) as bot,
    ):
        await bot.launch()
        status, output = await bot.wait_until_ended()
    assert status == 1, output
    assert "Traceback" not in output
    assert output.splitlines()[-1].startswith("FERNPARTIE_METRICS: ")
    assert output.splitlines()[-1].endswith("address already in use")
