"""`fernpartie doctor` at the playground: findings that only discord.py over sockets can show.

`tests/bot/operations/doctor` tests each finding.
"""

import asyncio

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.operations.doctor.findings import settings_to_make
from tests.end_to_end.doctor.surgery import FAIL, OK, WARN, Surgery
from tests.end_to_end.waiting import until
from tests.pocket import (
    BOARD_GAMES,
    BOT,
    GAME_NIGHT,
    LOBBY,
    Json,
    Person,
)

GLOBAL = f"/applications/{BOT}/commands"
PRESSED_WITHIN = 5.0


async def test_a_healthy_installation_passes(surgery: Surgery) -> None:
    await surgery.examine(register=True)
    assert surgery.not_ok() == {}
    assert surgery.finding("register").text == "33 registered"
    forum = await surgery.control.add_forum(GAME_NIGHT, "games", {"name": "ConHex"})
    await surgery.run_trial(forum=int(forum))
    assert surgery.not_ok() == {}
    assert surgery.finding("forum post").text.endswith("with the tag ConHex")
    assert settings_to_make(surgery.findings) == {}


@pytest.mark.assumes("threads-deleted-by-moderators", "edits-call-nobody")
async def test_a_trial_cleans_up_and_pings_nobody(surgery: Surgery) -> None:
    forum = await surgery.control.add_forum(GAME_NIGHT, "games")
    await surgery.run_trial(forum=int(forum))
    assert surgery.remaining_messages() == []
    assert surgery.remaining_messages(forum) == []
    threads = [thread for thread in surgery.playground.world.channels.values() if thread.is_thread]
    assert [thread.archived for thread in threads] == [True, True]
    assert not [thread.id for thread in threads if thread.id not in surgery.finding("clean-up").text]
    assert await surgery.control.pushes() == []
    await surgery.control.allow_everywhere(GAME_NIGHT, "MANAGE_THREADS")
    await surgery.run_trial(forum=int(forum))
    assert surgery.finding("clean-up").text == "all is deleted again"
    assert len([thread for thread in surgery.playground.world.channels.values() if thread.is_thread]) == 2


@pytest.mark.parametrize(
    ("api", "text"),
    [
        ("http://127.0.0.1:{free}/api/v10", "Discord cannot be reached"),
        ("https://127.0.0.1:{port}/api/v10", "no encrypted connection (TLS)"),
        ("http://no-such-host.invalid/api/v10", "cannot be looked up (DNS)"),
    ],
)
async def test_a_network_fault_is_explained(surgery: Surgery, free_port: int, api: str, text: str) -> None:
    address = api.format(free=free_port, port=surgery.playground.url.rpartition(":")[2])
    await surgery.examine(surgery.settings(api_url=address))
    assert surgery.not_ok() == {"network": FAIL}
    assert text in surgery.finding("network").text


@pytest.mark.assumes("date-header")
async def test_a_wrong_clock_is_reported(surgery: Surgery) -> None:
    surgery.clock.pass_by(60)
    await surgery.examine()
    assert surgery.finding("clock").status is WARN
    assert "60 s behind Discord's" in surgery.finding("clock").text


@pytest.mark.assumes("installs-supported", "application-settings")
async def test_application_misconfigurations_are_reported(surgery: Surgery) -> None:
    await surgery.control.change_application(
        guild_installs=False, add_app_brings_bot=False, servers_without_bot=3, flags=1 << 19 | 1 << 14
    )
    await surgery.examine()
    assert "servers cannot add the app" in surgery.finding("installs").text
    assert "about 3 more have added the app without the bot" in surgery.finding("servers").text
    assert "Server Members, Message Content" in surgery.finding("intents").text


async def status_of_request(surgery: Surgery, method: str, body: object) -> int:
    headers = {"Authorization": f"Bot {surgery.playground.token}"}
    address = surgery.playground.api_url + GLOBAL
    async with surgery.control.line.session.request(method, address, json=body, headers=headers) as answer:
        return answer.status


class TestCommands:
    """Registered commands compared with the commands of this version."""

    async def test_differing_commands_are_reported_until_registered(self, surgery: Surgery) -> None:
        await surgery.examine(register=True)
        for name, description in (("move", "older"), ("spielen", "of another version")):
            assert await status_of_request(surgery, "POST", {"name": name, "description": description}) < 300
        await surgery.examine()
        text = surgery.finding("commands").text
        assert text == "registered in another form: /move; registered, but not this version's: /spielen"
        await surgery.examine(register=True)
        assert surgery.finding("commands").status is OK

    @pytest.mark.assumes("entry-point-stays")
    async def test_an_entry_point_command_is_ignored(self, surgery: Surgery) -> None:
        await surgery.control.change_application(activities=True)
        await surgery.examine(register=True)
        assert surgery.finding("register").status is OK
        assert surgery.finding("commands").status is OK

    @pytest.mark.assumes("creations-a-day")
    async def test_the_daily_command_limit_is_reported(self, surgery: Surgery) -> None:
        for prefix in "ab":
            many = [{"name": f"{prefix}{n}", "description": "d"} for n in range(100)]
            assert await status_of_request(surgery, "PUT", many) == 200
        assert await status_of_request(surgery, "PUT", []) == 200
        await surgery.examine(register=True)
        assert surgery.finding("register").status is WARN
        assert "200 new commands of today" in surgery.finding("register").text
        assert surgery.finding("register").todo == "wait until tomorrow, then: fernpartie doctor --register"


@pytest.mark.assumes("close-codes")
async def test_a_closing_gateway_is_reported(surgery: Surgery) -> None:
    await surgery.control.gateway("refuse", code=4014)
    await surgery.examine()
    assert surgery.finding("gateway").status is FAIL
    assert "intents" in surgery.finding("gateway").text
    assert surgery.finding("gateway").todo


@pytest.mark.assumes("own-servers")
async def test_permissions_are_listed_per_channel(surgery: Surgery) -> None:
    await surgery.control.deny(LOBBY, "SEND_MESSAGES")
    await surgery.examine(server=int(GAME_NIGHT))
    finding = surgery.finding("permissions")
    assert finding.status is OK
    rows = {row.place: row for row in finding.rows}
    assert rows["#board-games"].verdict == "can play"
    assert rows["#lobby"].verdict == "nothing"
    assert {"Send Messages", "Attach Files"} <= set(rows["#lobby"].missing)


PAGE = b"<html><body>Please log in to the guest network</body></html>"


def answering(status: int, kind: str) -> TestServer:
    """Return a server that answers every request with a page, as a proxy may."""

    async def answer(_: web.Request) -> web.Response:
        return web.Response(status=status, body=PAGE, headers={"Content-Type": kind})

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    return TestServer(app)


async def test_a_proxy_answering_for_discord_is_reported(surgery: Surgery) -> None:
    async with answering(200, "text/html") as proxy:
        await surgery.examine(surgery.settings(api_url=str(proxy.make_url("/api/v10"))))
    assert surgery.not_ok() == {"network": FAIL}
    assert "answers in Discord's place" in surgery.finding("network").text
    assert "<" not in surgery.finding("network").text
    assert "proxy" in surgery.finding("network").todo


async def test_a_gateway_answering_with_a_page_is_reported(surgery: Surgery) -> None:
    async with answering(503, "text/html") as proxy:
        address = str(proxy.make_url("/gateway/").with_scheme("ws"))
        await surgery.examine(surgery.settings(gateway_url=address))
    assert surgery.finding("gateway").status is FAIL
    assert "out of order (HTTP 503)" in surgery.finding("gateway").text
    assert "discordstatus" in surgery.finding("gateway").todo


async def test_a_lost_response_fails_the_post_and_is_cleaned_up(surgery: Surgery) -> None:
    surgery.playground.faults.order(
        {"fault": "reset", "method": "POST", "path": "/messages$", "when": "after"}
    )
    await surgery.run_trial()
    assert surgery.finding("post").status is FAIL
    assert surgery.remaining_messages() == []


@pytest.mark.parametrize(("method", "path"), [("POST", "/messages$"), ("PATCH", r"/channels/\d+$")])
async def test_an_interrupted_trial_leaves_nothing(surgery: Surgery, method: str, path: str) -> None:
    surgery.playground.faults.order(
        {"fault": "delay", "seconds": 0.3, "method": method, "path": path, "when": "after"}
    )
    trial = asyncio.create_task(surgery.run_trial())

    async def fault_fired() -> bool:
        return not surgery.playground.faults.waiting()

    await until(fault_fired, "the request that is slow")
    trial.cancel()
    with pytest.raises(asyncio.CancelledError):
        await trial
    assert surgery.remaining_messages() == []


async def press_twice(surgery: Surgery) -> Json:
    """Press the doctor's button as Anna, then the button in the answer; return the second answer."""
    anna = Person(surgery.control.line, surgery.playground.world.people[0].id)

    async def has_question() -> bool:
        return bool(surgery.prompts)

    await until(has_question, "the request to press")
    message = next(entry for entry in await anna.messages(BOARD_GAMES) if "for <@" in entry["content"])
    first = await anna.press(message, message["components"][0]["components"][0]["custom_id"])
    answer = first["message"]
    assert answer["ephemeral_for"] == anna.id
    second = await anna.press(answer, answer["components"][0]["components"][0]["custom_id"])
    return dict(second["message"])


async def test_two_presses_pass_the_press_check(surgery: Surgery) -> None:
    trial = asyncio.create_task(surgery.run_trial(press=True, pressed_within=PRESSED_WITHIN))
    answer = await press_twice(surgery)
    await trial
    assert answer["content"] == "Buttons work. Thank you!"
    assert answer["components"] == []
    assert "ms after it arrived" in surgery.finding("press").text
    assert (surgery.finding("press").status, surgery.finding("second press").status) == (OK, OK)
    assert surgery.remaining_messages() == [answer["content"]], (
        "only the private answer remains, which Discord discards"
    )
    assert f"/channels/{GAME_NIGHT}/{BOARD_GAMES}/" in surgery.prompts[0]
