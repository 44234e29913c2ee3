"""Requested faults, and discord.py's reactions to them."""

import re
import time

import aiohttp
import discord
import pytest

from playground.rest.faults import Fault
from tests.playground.little_bot import LittleBot
from tests.playground.raw import Answer, Rest
from tests.playground.stage import Stage
from tests.pocket import BRETTSPIELE, Pocket, Refused

MESSAGES = "/channels/.*/messages$"


@pytest.fixture
async def channel(bot: LittleBot) -> discord.TextChannel:
    """Return a channel from the bot's cache."""
    target = bot.get_channel(int(BRETTSPIELE))
    assert isinstance(target, discord.TextChannel)
    return target


async def statuses(pocket: Pocket) -> list[int | None]:
    """Return the statuses of the bot's message requests."""
    return [
        request["status"]
        for request in await pocket.control.requests()
        if request["method"] == "POST" and request["path"] == f"/channels/{BRETTSPIELE}/messages"
    ]


async def contents(pocket: Pocket) -> list[str]:
    return [message["content"] for message in await pocket.anna.messages(BRETTSPIELE)]


@pytest.mark.parametrize("everywhere", [False, True])
async def test_client_waits_out_a_429(pocket: Pocket, channel: discord.TextChannel, everywhere: bool) -> None:
    await pocket.control.fault(
        "status", MESSAGES, "POST", status=429, retry_after=0.05, **{"global": everywhere}
    )
    await channel.send("hi")
    assert await statuses(pocket) == [429, 200]
    assert await contents(pocket) == ["hi"]


@pytest.mark.parametrize("everywhere", [False, True])
def test_429_states_its_scope_in_headers_and_body(everywhere: bool) -> None:
    fault = Fault("1", "POST", re.compile(MESSAGES), "status", 429, 2.0, everywhere)
    assert fault.body() == {"message": "You are being rate limited.", "code": 0} | {
        "retry_after": 2.0,
        "global": everywhere,
    }
    assert ("X-RateLimit-Global" in fault.headers()) == everywhere


async def test_client_retries_a_callback_after_429(pocket: Pocket, channel: discord.TextChannel) -> None:
    await pocket.control.fault("status", "/callback$", status=429, retry_after=0.05)
    assert (await pocket.anna.command(str(channel.id), "hello"))["status"] == "answered"


async def test_client_raises_a_503_at_once(pocket: Pocket, channel: discord.TextChannel) -> None:
    await pocket.control.fault("status", MESSAGES, status=503)
    with pytest.raises(discord.DiscordServerError):
        await channel.send("hi")
    assert await contents(pocket) == []


@pytest.mark.parametrize("fault", ["reset", "drop"])
@pytest.mark.parametrize("when", ["before", "after"])
async def test_lost_connection_raises_and_nonce_prevents_a_duplicate(
    pocket: Pocket, channel: discord.TextChannel, fault: str, when: str
) -> None:
    await pocket.control.fault(fault, MESSAGES, "POST", when=when, seconds=0.05)
    with pytest.raises((aiohttp.ClientError, OSError)):
        await channel.send("hi", nonce="7")
    assert await statuses(pocket) == [None]
    assert await contents(pocket) == (["hi"] if when == "after" else [])
    await channel.send("hi", nonce="7")
    assert await contents(pocket) == ["hi"]


async def test_status_fault_after_the_request_loses_the_answer(
    pocket: Pocket, channel: discord.TextChannel
) -> None:
    await pocket.control.fault("status", MESSAGES, status=503, when="after")
    with pytest.raises(discord.DiscordServerError):
        await channel.send("hi")
    assert await contents(pocket) == ["hi"]


async def test_delay_fault_postpones_the_answer(pocket: Pocket, channel: discord.TextChannel) -> None:
    await pocket.control.fault("delay", MESSAGES, "POST", seconds=0.2)
    start = time.monotonic()
    await channel.send("hi")
    assert time.monotonic() - start >= 0.2
    assert await contents(pocket) == ["hi"]


async def test_faults_honour_times_and_skip_and_can_be_cleared(pocket: Pocket) -> None:
    rest = Rest(pocket)
    await pocket.control.fault("status", "^/users/@me$", "GET", status=500, times=2, skip=1)
    got = [(await rest.ask("GET", "/users/@me")).status for _ in range(4)]
    assert got == [200, 500, 500, 200]
    assert await pocket.control.faults() == []
    await pocket.control.fault("status", "/api/v10/users/@me", status=502)
    assert [(f["status"], f["remaining"]) for f in await pocket.control.faults()] == [(502, 1)]
    await pocket.control.clear_faults()
    assert (await rest.ask("GET", "/users/@me")).status == 200


async def test_old_edit_fault_hits_only_old_messages(pocket: Pocket, channel: discord.TextChannel) -> None:
    fresh, old = await channel.send("fresh"), await channel.send("old")
    await pocket.control.age(str(old.id), 3700)
    await pocket.control.fault("status", "/messages/", "PATCH", code=30046, times=5, retry_after=0.02)
    await fresh.edit(content="fresh!")
    with pytest.raises(discord.HTTPException) as refused:
        await old.edit(content="old!")
    assert (refused.value.status, refused.value.code) == (429, 30046)
    assert await contents(pocket) == ["fresh!", "old"]


async def test_message_is_old_just_after_an_hour(pocket: Pocket) -> None:
    pocket.clock.stop()
    rest, place = Rest(pocket), f"/channels/{BRETTSPIELE}/messages"
    message = (await rest.ask("POST", place, {"content": "x"})).body["id"]
    await pocket.control.fault("status", "/messages/", code=30046, status=429, times=9)
    statuses = []
    for seconds in (0, 3600, 0.5):
        pocket.clock.pass_by(seconds)
        answers = [await rest.ask("PATCH", f"{place}/{message}", {"content": "y"}) for _ in range(2)]
        statuses.append([answer.status for answer in answers])
    assert statuses == [[200, 200], [200, 200], [429, 429]]
    assert (await rest.ask("GET", f"{place}/{message}")).status == 200


async def test_old_messages_allow_three_edits_in_six_seconds(pocket: Pocket) -> None:
    rest = Rest(pocket)
    place = f"/channels/{BRETTSPIELE}/messages"
    ids = [(await rest.ask("POST", place, {"content": "x"})).body["id"] for _ in range(2)]
    pocket.clock.pass_by(3700)
    fresh = (await rest.ask("POST", place, {"content": "x"})).body["id"]

    async def edit(message: str) -> Answer:
        return await rest.ask("PATCH", f"{place}/{message}", {"content": "y"})

    for number in range(3):
        assert (await edit(ids[number % 2])).status == 200
        pocket.clock.pass_by(1)
    refused = await edit(ids[0])
    assert (refused.status, refused.code, refused.headers["Via"]) == (429, 30046, "1.1 playground")
    assert 2 < refused.body["retry_after"] <= 3, "six seconds after the first edit"
    assert (await edit(fresh)).status == 200
    pocket.clock.pass_by(6.1)
    assert (await edit(ids[0])).status == 200
    await pocket.control.strictness(old_edits_limited=False)
    assert {(await edit(ids[0])).status for _ in range(4)} == {200}


async def test_answers_count_as_edits_of_old_messages_if_strict(stage: Stage) -> None:
    rest, control = stage.rest, stage.pocket.control
    place = f"/channels/{BRETTSPIELE}/messages"
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "x", "custom_id": "x"}]}
    message = (await rest.ask("POST", place, {"components": [row]})).body
    await control.age(message["id"], 3700)
    for _ in range(3):
        await rest.ask("PATCH", f"{place}/{message['id']}", {"content": "y"})
    interaction = await stage.press(message, "x")
    refused = await stage.answer(interaction, 7, {"content": "z"})
    assert (refused.status, refused.code) == (429, 30046)
    await control.strictness(answers_count_as_old_edits=False)
    assert (await stage.answer(interaction, 7, {"content": "z"})).status == 204


STATUSES = [
    (40003, 403),
    (40004, 403),
    (40006, 403),
    (40333, 403),
    (40058, 400),
    (50006, 400),
    (50008, 400),
    (50024, 400),
    (50035, 400),
    (50045, 400),
    (50083, 400),
    (50278, 403),
    (160005, 403),
    (160006, 400),
    (160007, 400),
    (200000, 400),
    (200001, 400),
    (240000, 400),
    (400001, 400),
]


@pytest.mark.parametrize(("code", "status"), STATUSES)
async def test_fault_codes_have_their_status_and_message(pocket: Pocket, code: int, status: int) -> None:
    rest = Rest(pocket)
    await pocket.control.fault("status", MESSAGES, code=code)
    answer = await rest.ask("POST", f"/channels/{BRETTSPIELE}/messages", {"content": "x"})
    assert (answer.status, answer.code) == (status, code)
    assert len(answer.body["message"]) > 10
    assert await contents(pocket) == []


async def test_fault_can_set_status_body_and_headers(pocket: Pocket) -> None:
    rest = Rest(pocket)
    body = {"message": "odd", "code": 7, "errors": {"content": {}}}
    await pocket.control.fault("status", "/users/@me$", status=418, body=body, headers={"X-Odd": "1"})
    answer = await rest.ask("GET", "/users/@me")
    assert (answer.status, answer.body, answer.headers["X-Odd"]) == (418, body, "1")


@pytest.mark.parametrize("status", [403, 404, 429, 502])
async def test_fault_can_send_html_instead_of_json(
    pocket: Pocket, channel: discord.TextChannel, status: int
) -> None:
    await pocket.control.fault("status", MESSAGES, status=status, html=True, times=5)
    url = f"{pocket.playground.api_url}/channels/{channel.id}/messages"
    async with pocket.line.session.post(url) as response:
        assert (response.status, response.content_type) == (status, "text/html")
        assert "Via" not in response.headers
        assert (await response.text()).startswith("<!DOCTYPE html>")
    if status == 502:
        return
    with pytest.raises(discord.HTTPException) as refused:
        await channel.send("hi")
    assert (refused.value.status, refused.value.code) == (status, 0)


async def test_429_can_omit_the_retry_time(pocket: Pocket) -> None:
    await pocket.control.fault("status", "/users/@me$", status=429, retry_after=None)
    answer = await Rest(pocket).ask("GET", "/users/@me")
    assert (answer.status, answer.headers["Via"]) == (429, "1.1 playground")
    assert "retry_after" not in answer.body
    assert "Retry-After" not in answer.headers


async def test_invalid_faults_are_refused(pocket: Pocket) -> None:
    with pytest.raises(Refused, match="fault must be one of"):
        await pocket.control.fault("flood", "/")
    with pytest.raises(Refused, match="regular expression"):
        await pocket.control.fault("reset", "(")
    with pytest.raises(Refused, match="headers"):
        await pocket.control.fault("status", "/", headers=5)
