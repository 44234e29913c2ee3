"""Files in commands: their data for the bot, their addresses, and refusals by the client."""

import asyncio
import base64
from collections.abc import AsyncIterator
from typing import Any

import pytest

from playground.values.errors import ClientError
from playground.world import command_files
from playground.world.command_files import KEPT_SECONDS
from tests.playground.raw import Rest, Wire, gateway
from tests.playground.stage import answer_pending
from tests.pocket import BOT, BRETTSPIELE, Pocket, Refused

COMMANDS = [
    {
        "name": "give",
        "description": "Give",
        "options": [
            {"type": 11, "name": "file", "description": "f"},
            {"type": 11, "name": "other", "description": "o"},
        ],
    }
]


@pytest.fixture
async def wire(pocket: Pocket) -> AsyncIterator[Wire]:
    async with gateway(pocket) as connected:
        await connected.identify(pocket.playground.token)
        await Rest(pocket).ask("PUT", f"/applications/{BOT}/commands", COMMANDS)
        yield connected
        await answer_pending(Rest(pocket), connected)


async def interaction_data(pocket: Pocket, wire: Wire, **files: tuple[str, bytes]) -> dict[str, Any]:
    act = asyncio.create_task(pocket.anna.command(BRETTSPIELE, "give", **files))
    data = dict((await wire.until("INTERACTION_CREATE"))["d"])["data"]
    act.cancel()
    return dict(data)


async def send(pocket: Pocket, options: list[Any], attachments: object) -> Any:
    data = {"name": "give", "options": options, "attachments": attachments}
    body = {"as": pocket.anna.id, "channel_id": BRETTSPIELE, "type": 2, "data": data}
    return await pocket.line.ask("POST", "/playground/interactions", body)


def upload(**more: object) -> dict[str, object]:
    return {"id": "0", "filename": "a.json", "content": base64.b64encode(b"{}").decode()} | more


def option(value: object = "0", name: str = "file") -> dict[str, object]:
    return {"type": 11, "name": name, "value": value}


async def test_bot_gets_a_file_and_can_fetch_it(pocket: Pocket, wire: Wire) -> None:
    data = await interaction_data(pocket, wire, file=("my game.json", b"{}"))
    (option,) = data["options"]
    assert (option["type"], option["name"]) == (11, "file")
    ((number, file),) = data["resolved"]["attachments"].items()
    assert option["value"] == number == file["id"]
    assert (file["filename"], file["size"], file["ephemeral"]) == ("my_game.json", 2, True)
    async with pocket.line.session.get(file["url"]) as response:
        assert (response.status, await response.read()) == (200, b"{}")
    assert "/ephemeral-attachments/" in file["url"]
    assert "attachments" not in data


async def test_two_files_with_the_same_name_stay_distinct(pocket: Pocket, wire: Wire) -> None:
    data = await interaction_data(pocket, wire, file=("a.json", b"1"), other=("a.json", b"22"))
    sizes = {
        entry["name"]: data["resolved"]["attachments"][entry["value"]]["size"] for entry in data["options"]
    }
    assert sizes == {"file": 1, "other": 2}


async def test_file_url_needs_its_signature_and_expires(pocket: Pocket, wire: Wire) -> None:
    data = await interaction_data(pocket, wire, file=("a.json", b"{}"))
    (file,) = data["resolved"]["attachments"].values()

    async def status(url: str) -> int:
        async with pocket.line.session.get(url) as response:
            return response.status

    assert await status(file["url"].partition("?")[0]) == 404
    assert await status(file["url"].replace("a.json", "b.json")) == 404
    assert await status(file["url"]) == 200
    pocket.clock.pass_by(KEPT_SECONDS)
    assert await status(file["url"]) == 404


@pytest.mark.parametrize(
    ("options", "attachments", "words"),
    [
        ([option()], None, "no such file"),
        ([option("1")], [upload()], "no such file"),
        ([option(), option(name="other")], [upload()], "no such file"),
        ([], [upload()], "belongs to no option"),
        ([option()], upload(), "must be a list"),
        ([option()], [upload()] * 11, "at most 10"),
        ([option()], [upload(), upload()], "ids of their own"),
        ([option()], ["0"], "ids of their own"),
        ([option()], [upload(content="?")], "not base64"),
        ([option()], [upload(content="")], "empty"),
        ([option()], [upload(content=5)], "needs filename and content"),
        ([option()], [upload(filename="")], "needs filename and content"),
    ],
)
@pytest.mark.usefixtures("wire")
async def test_invalid_files_are_refused(
    pocket: Pocket, options: list[Any], attachments: object, words: str
) -> None:
    with pytest.raises(Refused, match=words):
        await send(pocket, options, attachments)


async def test_file_size_limit_matches_discord(pocket: Pocket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_files, "MAX_FILE", 3)
    files = command_files.CommandFiles(pocket.playground.world)
    fits, exceeds = (base64.b64encode(data).decode() for data in (b"123", b"1234"))
    assert files.take([upload(content=fits)])["0"].size == 3
    with pytest.raises(ClientError, match="too large"):
        files.take([upload(content=exceeds)])


FOR_RECORDS = [
    {
        "name": "give",
        "description": "Give",
        "options": [{"type": 11, "name": "file", "description": "f", "file_types": [".JSON", "image"]}],
    }
]


@pytest.mark.assumes("file-types")
async def test_option_can_restrict_file_types(pocket: Pocket, wire: Wire) -> None:
    rest = Rest(pocket)
    listed = (await rest.ask("PUT", f"/applications/{BOT}/commands", FOR_RECORDS)).body
    assert listed[0]["options"][0]["file_types"] == [".JSON", "image"]
    assert (await interaction_data(pocket, wire, file=("a.json", b"{}")))["options"]
    with pytest.raises(Refused, match=r"file: takes \.JSON, image"):
        await pocket.anna.command(BRETTSPIELE, "give", file=("a.exe", b"{}"))


@pytest.mark.parametrize(
    ("kind", "types"), [(11, ["json"]), (11, ["."]), (11, [1]), (11, [".a"] * 11), (3, [".json"])]
)
async def test_invalid_file_types_are_refused(pocket: Pocket, kind: int, types: list[object]) -> None:
    option = {"type": kind, "name": "file", "description": "f", "file_types": types}
    command = {"name": "give", "description": "Give", "options": [option]}
    refused = await Rest(pocket).ask("PUT", f"/applications/{BOT}/commands", [command])
    assert (refused.status, refused.code) == (400, 50035)
