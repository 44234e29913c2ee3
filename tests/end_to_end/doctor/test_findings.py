"""`fernpartie doctor` at the playground, in every broken state that it can name."""

from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

import rules
from bot.app import bare_surfaces
from bot.chat.command_tree import all_commands
from bot.kernel.probes import FindingStatus
from bot.locale import Texts
from bot.operations.doctor.findings import settings_to_make
from playground.gateway.sharding import Sharding
from playground.server import Playground
from tests.end_to_end.doctor.surgery import FAIL, OK, WARN, Surgery
from tests.pocket import (
    BOARD_GAMES,
    BOT,
    GAME_NIGHT,
    LOBBY,
    Control,
    LaterClock,
    Line,
)

GLOBAL = f"/applications/{BOT}/commands"


async def test_all_is_well(surgery: Surgery) -> None:
    await surgery.look(register=True)
    assert surgery.worse() == {}
    assert surgery.of("register").text == "33 registered"
    forum = await surgery.control.add_forum(GAME_NIGHT, "games", {"name": "ConHex"})
    await surgery.try_out(forum=int(forum))
    assert surgery.worse() == {}
    assert surgery.of("forum post").text.endswith("with the tag ConHex")
    assert settings_to_make(surgery.found) == {}


@pytest.mark.assumes("threads-deleted-by-moderators", "edits-call-nobody")
async def test_it_leaves_nothing_but_what_only_moderators_delete_and_calls_nobody(surgery: Surgery) -> None:
    forum = await surgery.control.add_forum(GAME_NIGHT, "games")
    await surgery.try_out(forum=int(forum))
    assert surgery.standing() == []
    assert surgery.standing(forum) == []
    threads = [thread for thread in surgery.playground.world.channels.values() if thread.is_thread]
    assert [thread.archived for thread in threads] == [True, True]
    assert not [thread.id for thread in threads if thread.id not in surgery.of("clean-up").text]
    assert await surgery.control.pushes() == []
    await surgery.control.allow_everywhere(GAME_NIGHT, "MANAGE_THREADS")
    await surgery.try_out(forum=int(forum))
    assert surgery.of("clean-up").text == "all is deleted again"
    assert len([thread for thread in surgery.playground.world.channels.values() if thread.is_thread]) == 2


async def test_what_an_earlier_run_has_left_goes_too(surgery: Surgery) -> None:
    surgery.playground.faults.order(
        {"fault": "status", "status": 403, "code": 50001, "method": "DELETE", "times": 99}
    )
    await surgery.try_out()
    assert surgery.of("clean-up").status is WARN
    assert f"/channels/{GAME_NIGHT}/{BOARD_GAMES}/" in surgery.of("clean-up").text
    assert surgery.standing()
    surgery.playground.faults.clear()
    await surgery.try_out()
    assert not list(surgery.playground.world.messages(BOARD_GAMES)), "of earlier threads nothing is known"


@pytest.mark.parametrize(
    ("api", "text"),
    [
        ("http://127.0.0.1:{free}/api/v10", "Discord cannot be reached"),
        ("https://127.0.0.1:{port}/api/v10", "no encrypted connection (TLS)"),
        ("http://no-such-host.invalid/api/v10", "cannot be looked up (DNS)"),
    ],
)
async def test_the_network(surgery: Surgery, free_port: int, api: str, text: str) -> None:
    address = api.format(free=free_port, port=surgery.playground.url.rpartition(":")[2])
    await surgery.look(surgery.settings(api_url=address))
    assert surgery.worse() == {"network": FAIL}
    assert text in surgery.of("network").text


async def test_a_wrong_token(surgery: Surgery) -> None:
    await surgery.look(surgery.settings(token="wrong"))
    assert surgery.worse() == {"token": FAIL}
    assert "Reset Token" in surgery.of("token").todo
    assert "wrong" not in str(surgery.found)


@pytest.mark.assumes("date-header")
@pytest.mark.parametrize(("ahead", "status"), [(2, OK), (-60, WARN)])
async def test_the_clock(surgery: Surgery, ahead: int, status: FindingStatus) -> None:
    surgery.clock.pass_by(-ahead)
    await surgery.look()
    assert surgery.of("clock").status is status
    if status is not OK:
        assert f"{abs(ahead)} s {'ahead of' if ahead > 0 else 'behind'} Discord's" in surgery.of("clock").text


@pytest.mark.assumes("installs-supported", "application-settings")
@pytest.mark.parametrize(
    ("switches", "check", "status", "text"),
    [
        ({"guild_installs": False}, "installs", FAIL, "servers cannot add the app"),
        ({"add_app_brings_bot": False}, "add app", WARN, "no bot"),
        ({"servers_without_bot": 3}, "servers", WARN, "about 3 more have added the app without the bot"),
        ({"flags": 1 << 19 | 1 << 14}, "intents", WARN, "Server Members, Message Content"),
    ],
)
async def test_the_application(
    surgery: Surgery, switches: dict[str, Any], check: str, status: FindingStatus, text: str
) -> None:
    await surgery.control.change_application(**switches)
    await surgery.look()
    assert surgery.of(check).status is status
    assert text in surgery.of(check).text


async def status_of_request(surgery: Surgery, method: str, body: object) -> int:
    headers = {"Authorization": f"Bot {surgery.playground.token}"}
    address = surgery.playground.api_url + GLOBAL
    async with surgery.control.line.session.request(method, address, json=body, headers=headers) as answer:
        return answer.status


class TestCommands:
    """Registered commands beside those of this version."""

    async def test_none_are_registered(self, surgery: Surgery) -> None:
        await surgery.look()
        assert surgery.of("commands").text == "none is registered yet"
        await surgery.look(register=True)
        assert surgery.of("commands").status is OK

    async def test_they_differ(self, surgery: Surgery) -> None:
        await surgery.look(register=True)
        for name, description in (("move", "older"), ("spielen", "of another version")):
            assert await status_of_request(surgery, "POST", {"name": name, "description": description}) < 300
        await surgery.look()
        text = surgery.of("commands").text
        assert text == "registered in another form: /move; registered, but not this version's: /spielen"
        await surgery.look(register=True)
        assert surgery.of("commands").status is OK

    @pytest.mark.assumes("entry-point-stays")
    async def test_an_entry_point_is_not_in_the_way(self, surgery: Surgery) -> None:
        await surgery.control.change_application(activities=True)
        await surgery.look(register=True)
        assert surgery.of("register").status is OK
        assert surgery.of("commands").status is OK

    async def test_a_refusal_names_the_place(self, surgery: Surgery) -> None:
        names = [placed.command.name for placed in all_commands(bare_surfaces(rules.GAMES, Texts.load()))]
        challenge = str(names.index("challenge"))
        tree = {challenge: {"options": {"1": {"options": {"0": {"_errors": [{"message": "is wrong"}]}}}}}}
        fault = {
            "fault": "status",
            "status": 403,
            "path": "/commands$",
            "method": "PUT",
            "body": {"errors": tree},
        }
        surgery.playground.faults.order(fault)
        await surgery.look(register=True)
        assert surgery.of("register").status is FAIL
        assert "first option (opponent): is wrong" in surgery.of("register").text
        assert surgery.of("commands").text == "none is registered yet"

    @pytest.mark.assumes("creations-a-day")
    async def test_too_many_were_made_today(self, surgery: Surgery) -> None:
        for prefix in "ab":
            many = [{"name": f"{prefix}{n}", "description": "d"} for n in range(100)]
            assert await status_of_request(surgery, "PUT", many) == 200
        assert await status_of_request(surgery, "PUT", []) == 200
        await surgery.look(register=True)
        assert surgery.of("register").status is WARN
        assert "200 new commands of today" in surgery.of("register").text
        assert surgery.of("register").todo == "wait until tomorrow, then: fernpartie doctor --register"


@pytest.mark.parametrize(("remaining", "status"), [(60, WARN), (0, FAIL)])
async def test_session_starts(remaining: int, status: FindingStatus) -> None:
    sharding = Sharding(starts=remaining)
    async with Playground.start(sharding=sharding) as playground, aiohttp.ClientSession() as http:
        surgery = Surgery(playground, LaterClock(), Control(Line(http, playground.url)))
        await surgery.look()
        assert surgery.of("session starts").status is status
        connected = [finding.check for finding in surgery.found if finding.check == "gateway"]
        assert bool(connected) is (remaining > 0), "one more would cost the token"


@pytest.mark.assumes("close-codes")
@pytest.mark.parametrize(
    ("code", "text"),
    [
        (4014, "intents"),
        (4011, "too many servers"),
    ],
)
async def test_a_gateway_that_closes(surgery: Surgery, code: int, text: str) -> None:
    await surgery.control.gateway("refuse", code=code)
    await surgery.look()
    assert surgery.of("gateway").status is FAIL
    assert text in surgery.of("gateway").text
    assert surgery.of("gateway").todo


async def test_a_gateway_that_is_away(surgery: Surgery) -> None:
    await surgery.control.gateway("down")
    await surgery.try_out()
    assert surgery.of("gateway").status is FAIL
    assert surgery.of("post").status is OK, "what needs no gateway is tried all the same"


class TestServers:
    """Where the bot is, and what it may do there."""

    async def test_it_is_nowhere(self, surgery: Surgery) -> None:
        for server in list(surgery.playground.world.guilds):
            await surgery.control.remove_bot(server)
        await surgery.look()
        assert surgery.of("servers").status is FAIL
        assert "oauth2/authorize" in surgery.of("servers").todo

    async def test_it_is_not_in_the_one_that_is_named(self, surgery: Surgery) -> None:
        await surgery.control.remove_bot(GAME_NIGHT)
        await surgery.look(server=int(GAME_NIGHT))
        assert surgery.of("server").status is FAIL

    @pytest.mark.assumes("own-servers")
    @pytest.mark.parametrize(
        ("denied", "status", "verdict", "missing"),
        [
            (("SEND_MESSAGES",), OK, "nothing", ("Send Messages", "Attach Files")),
        ],
    )
    async def test_the_table(
        self,
        surgery: Surgery,
        denied: tuple[str, ...],
        status: FindingStatus,
        verdict: str,
        missing: tuple[str, ...],
    ) -> None:
        await surgery.control.deny(LOBBY, *denied)
        await surgery.look(server=int(GAME_NIGHT))
        finding = surgery.of("permissions")
        assert finding.status is status
        rows = {row.place: row for row in finding.rows}
        assert rows["#board-games"].verdict == "can play"
        assert rows["#lobby"].verdict == verdict
        assert set(missing) <= set(rows["#lobby"].missing)

    async def test_it_can_play_nowhere(self, surgery: Surgery) -> None:
        for channel in (LOBBY, BOARD_GAMES):
            await surgery.control.deny(channel, "VIEW_CHANNEL")
        await surgery.look(server=int(GAME_NIGHT))
        assert surgery.of("permissions").status is FAIL

    @pytest.mark.assumes("forum-tags")
    async def test_a_forum_whose_tags_nobody_may_set(self, surgery: Surgery) -> None:
        tag = {"name": "x", "moderated": True}
        forum = await surgery.control.add_forum(GAME_NIGHT, "games", tag, requires_tag=True)
        await surgery.look(forum=int(forum))
        assert surgery.of("#games").todo.startswith("let everybody set a tag")
        (row,) = [row for row in surgery.of("permissions").rows if row.place == "#games"]
        assert (row.verdict, row.missing) == ("nothing", ("a tag that everybody may set",))

    async def test_a_channel_that_is_not_there_or_no_channel(self, surgery: Surgery) -> None:
        await surgery.look(channel=5)
        assert surgery.of("--channel").status is FAIL
        voice = await surgery.control.add_channel(GAME_NIGHT, "voice", "voice")
        await surgery.look(channel=int(voice))
        assert "is no text channel" in surgery.of("--channel").text

    async def test_a_forum_in_place_of_a_channel_and_the_reverse(self, surgery: Surgery) -> None:
        forum = await surgery.control.add_forum(GAME_NIGHT, "games")
        await surgery.look(channel=int(forum), forum=int(BOARD_GAMES))
        assert surgery.of("--channel").text == f"channel {forum} is a forum"
        assert surgery.of("--channel").todo == "name a text channel; a forum goes behind --forum"
        assert surgery.of("--forum").todo == "name a forum; a text channel goes behind --channel"


PAGE = b"<html><body>Please log in to the guest network</body></html>"


def answering(status: int, kind: str) -> TestServer:
    """Return a server that answers everything with a page, as a proxy may."""

    async def answer(_: web.Request) -> web.Response:
        return web.Response(status=status, body=PAGE, headers={"Content-Type": kind})

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    return TestServer(app)


@pytest.mark.parametrize(
    ("status", "kind"), [(200, "text/html"), (401, "text/html"), (403, "application/json")]
)
async def test_something_else_answers_in_discords_place(surgery: Surgery, status: int, kind: str) -> None:
    async with answering(status, kind) as proxy:
        await surgery.look(surgery.settings(api_url=str(proxy.make_url("/api/v10"))))
    assert surgery.worse() == {"network": FAIL}
    assert "answers in Discord's place" in surgery.of("network").text
    assert "<" not in surgery.of("network").text
    assert "proxy" in surgery.of("network").todo


@pytest.mark.parametrize(
    ("status", "text", "todo"),
    [(503, "out of order (HTTP 503)", "discordstatus"), (403, "does not let", "WebSockets")],
)
async def test_a_gateway_that_answers_with_a_page(
    surgery: Surgery, status: int, text: str, todo: str
) -> None:
    async with answering(status, "text/html") as proxy:
        address = str(proxy.make_url("/gateway/").with_scheme("ws"))
        await surgery.look(surgery.settings(gateway_url=address))
    assert surgery.of("gateway").status is FAIL
    assert text in surgery.of("gateway").text
    assert todo in surgery.of("gateway").todo


async def test_a_page_in_place_of_an_answer(surgery: Surgery) -> None:
    page = {"fault": "status", "status": 429, "html": True, "path": "/gateway/bot$"}
    surgery.playground.faults.order(page)
    await surgery.look()
    assert "<" not in surgery.of("session starts").text
    assert "in an hour" in surgery.of("session starts").todo
