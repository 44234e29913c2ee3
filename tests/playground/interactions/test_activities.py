"""Activities by hand: launch, instances, OAuth2, the proxy."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from playground.values.clock import iso
from tests.playground.stage import Stage
from tests.pocket import ANNA, BOT, BRETTSPIELE, SPIELEABEND, Pocket, Refused

Json = dict[str, Any]
LAUNCH = 12
SECRET = "shh"


async def open_activity(pocket: Pocket, channel: str = BRETTSPIELE, **more: object) -> Json:
    body = {"as": ANNA, "channel_id": channel} | more
    return await pocket.line.ask("POST", "/playground/activities", body)


async def code_of(pocket: Pocket, *, consent: bool = True) -> Json:
    body = {"as": ANNA, "client_id": BOT, "scope": ["identify"], "consent": consent}
    return await pocket.line.ask("POST", "/playground/activities/authorize", body)


async def exchange_code(pocket: Pocket, code: str, secret: str = SECRET) -> tuple[int, Json]:
    form = {"grant_type": "authorization_code", "code": code, "client_id": BOT, "client_secret": secret}
    url = pocket.playground.api_url + "/oauth2/token"
    async with pocket.line.session.post(url, data=form) as response:
        return response.status, await response.json()


async def get_with_token(pocket: Pocket, path: str, bearer: str) -> tuple[int, Json]:
    headers = {"Authorization": f"Bearer {bearer}"}
    async with pocket.line.session.get(pocket.playground.api_url + path, headers=headers) as response:
        return response.status, await response.json()


@pytest.mark.assumes("activity-switch")
async def test_launch_needs_the_activity_switch(stage: Stage) -> None:
    interaction = await stage.begin()
    assert (await stage.answer(interaction, LAUNCH)).status == 400
    assert (await stage.answer(interaction, 4, {"content": "x"})).status == 204


@pytest.mark.assumes("activity-launch")
async def test_launch_returns_the_instance(stage: Stage) -> None:
    await stage.pocket.control.change_application(activities=True)
    interaction = await stage.begin()
    answer = await stage.answer(interaction, LAUNCH, query="?with_response=true")
    instance = answer.body["interaction"]["activity_instance_id"]
    assert answer.body["resource"] == {"type": LAUNCH, "activity_instance": {"id": instance}}
    assert (await stage.acts[-1])["callback_type"] == LAUNCH
    path = f"/applications/{BOT}/activity-instances/{instance}"
    response = await stage.rest.ask("GET", path)
    place = {"kind": "gc", "channel_id": BRETTSPIELE, "guild_id": SPIELEABEND}
    assert response.body["location"] == place | {"id": f"gc-{SPIELEABEND}-{BRETTSPIELE}"}
    assert (response.body["application_id"], response.body["users"]) == (BOT, [ANNA])
    assert instance.startswith(f"i-{response.body['launch_id']}-gc-")


@pytest.mark.assumes("activity-places")
@pytest.mark.parametrize("strict", [True, False])
async def test_threads_allow_no_launch_if_strict(stage: Stage, *, strict: bool) -> None:
    pocket = stage.pocket
    await pocket.control.change_application(activities=True)
    await pocket.control.strictness(activities_need_channel=strict)
    body = {"as": ANNA, "channel_id": BRETTSPIELE, "name": "game"}
    thread = (await pocket.line.ask("POST", "/playground/threads", body))["id"]
    interaction = await stage.begin(thread)
    assert (await stage.answer(interaction, LAUNCH)).status == (400 if strict else 204)


@pytest.mark.assumes("activity-instances")
async def test_instance_ends_when_the_last_person_leaves(stage: Stage) -> None:
    pocket = stage.pocket
    await pocket.control.change_application(activities=True)
    first, second = await open_activity(pocket), await open_activity(pocket)
    assert first["instance_id"] == second["instance_id"]
    leaving = {"as": ANNA, "instance_id": first["instance_id"]}
    await pocket.line.ask("POST", "/playground/activities/leave", leaving)
    answer = await stage.rest.ask("GET", f"/applications/{BOT}/activity-instances/{first['instance_id']}")
    assert (answer.status, answer.body) == (404, {"message": "404: Not Found", "code": 0})
    assert (await open_activity(pocket))["instance_id"] != first["instance_id"]
    other = await stage.rest.ask("GET", f"/applications/{BOT}/activity-instances/x", token="wrong")
    assert other.status == 401


@pytest.mark.assumes("activity-deep-link")
async def test_deep_link_passes_its_custom_id(pocket: Pocket) -> None:
    with pytest.raises(Refused, match="no Activity"):
        await open_activity(pocket, custom_id="12")
    await pocket.control.change_application(activities=True)
    frame = await open_activity(pocket, custom_id="12")
    assert "custom_id=12" in frame["src"]
    assert f"frame_id={frame['frame_id']}" in frame["src"]


@pytest.mark.assumes("activity-oauth")
async def test_code_can_be_exchanged_once(pocket: Pocket) -> None:
    pocket.clock.stop()
    await pocket.control.change_application(activities=True, client_secret=SECRET)
    assert await code_of(pocket, consent=False) == {"consent": True}
    code = (await code_of(pocket))["code"]
    assert await exchange_code(pocket, code, "wrong") == (401, {"error": "invalid_client"})
    status, token = await exchange_code(pocket, code)
    assert (status, token["token_type"], token["scope"]) == (200, "Bearer", "identify")
    assert (await exchange_code(pocket, code))[0] == 400
    status, person = await get_with_token(pocket, "/users/@me", token["access_token"])
    assert (status, person["id"]) == (200, ANNA)
    status, granted = await get_with_token(pocket, "/oauth2/@me", token["access_token"])
    assert (granted["user"]["id"], granted["scopes"]) == (ANNA, ["identify"])
    assert granted["expires"] == iso(pocket.clock.now() + token["expires_in"])
    assert (await get_with_token(pocket, "/users/@me", "made-up"))[0] == 401
    assert "code" in await code_of(pocket, consent=False)


async def test_empty_secret_is_rejected(pocket: Pocket) -> None:
    await pocket.control.change_application(activities=True)
    code = (await code_of(pocket))["code"]
    assert (await exchange_code(pocket, code, ""))[0] == 401


@asynccontextmanager
async def target() -> AsyncIterator[tuple[str, list[str]]]:
    """Serve the proxied app; yield its address and the list of received Origin headers."""
    origins: list[str] = []

    async def page(request: web.Request) -> web.Response:
        origins.append(request.headers.get("Origin", ""))
        policy = "frame-ancestors https://discord.com https://*.discord.com"
        return web.json_response(request.path_qs, headers={"Content-Security-Policy": policy})

    async def echo(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_str((await socket.receive_str()) + "!")
        await socket.close(code=4001)
        return socket

    app = web.Application()
    app.add_routes([web.get("/live", echo), web.route("*", "/{path:.*}", page)])
    runner = web.AppRunner(app, shutdown_timeout=1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"127.0.0.1:{runner.addresses[0][1]}", origins
    await runner.cleanup()


@pytest.mark.assumes("activity-proxy")
async def test_the_proxy_maps_requests_to_the_app(pocket: Pocket) -> None:
    proxy = pocket.playground.activity_proxy.url
    session = pocket.line.session
    async with session.get(f"{proxy}/") as response:
        assert response.status == 404
    async with target() as (address, origins):
        await pocket.control.change_application(activities=True, activity_target=address)
        async with session.post(f"{proxy}/api/x?y=1", headers={"Origin": proxy}) as response:
            assert await response.json() == "/api/x?y=1"
            policy = response.headers["Content-Security-Policy"]
        assert policy == f"frame-ancestors {pocket.playground.url} https://*.discord.com"
        assert origins == [f"https://{BOT}.discordsays.com"]
        async with session.ws_connect(f"{proxy}/live") as socket:
            await socket.send_str("hello")
            assert await socket.receive_str() == "hello!"
            assert (await socket.receive()).type is aiohttp.WSMsgType.CLOSE
            assert socket.close_code == 4001
