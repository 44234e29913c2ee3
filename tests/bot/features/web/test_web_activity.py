"""The Activity: Discord names the person, the instance confirms their presence, a bearer opens games."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from datetime import timedelta

import pytest
from aiohttp import web as aioweb
from aiohttp.test_utils import TestServer
from discord import ui
from pydantic import SecretStr

from bot.chat.core import custom_ids
from bot.features.web import buttons
from bot.features.web.domain import LINK_HOLDS
from bot.features.web.http.limits import RequestKind
from bot.features.web.web_settings import DISCORD_FRAMES
from tests.bot.chat.presses import Presses
from tests.bot.features.web.pages import SETTINGS, Browser, Web, open_page, web_over
from tests.bot.support.fakes import ANNA, BEN, HALL, World

pytest_plugins = ("tests.bot.support.worlds",)
HERE = "https://99.discordsays.com"
INSTANCE = "i-1-gc-7-70"
KNOWN = {ANNA.id, BEN.id}
NORA = 5555


@dataclass
class Instances:
    """A fake lookup with one running instance."""

    people: set[int] = field(default_factory=lambda: {ANNA.id, NORA})
    channel: int = HALL.channel

    async def people_at(self, application: int, instance: str) -> tuple[int, frozenset[int]] | None:
        known = (application, instance) == (99, INSTANCE)
        return (self.channel, frozenset(self.people)) if known else None


@dataclass
class Discord:
    """Fake OAuth2 endpoints; each code works once."""

    codes: dict[str, int] = field(default_factory=lambda: {"code": ANNA.id})

    async def token(self, request: aioweb.Request) -> aioweb.Response:
        form = await request.post()
        person = self.codes.pop(str(form["code"]), None)
        right = (form["client_id"], form["client_secret"]) == ("99", "secret")
        if person is None or not right:
            return aioweb.json_response({"error": "invalid_grant"}, status=400)
        return aioweb.json_response({"access_token": f"of-{person}", "token_type": "Bearer"})

    async def person(self, request: aioweb.Request) -> aioweb.Response:
        number = request.headers["Authorization"].removeprefix("Bearer of-")
        names = {} if int(number) in KNOWN else {"global_name": "Nora"}
        return aioweb.json_response({"id": number, "username": "account", "locale": "de", **names})


@pytest.fixture
def discord() -> Discord:
    return Discord()


@pytest.fixture
async def web(world: World, discord: Discord) -> AsyncIterator[Web]:
    app = aioweb.Application()
    app.router.add_post("/oauth2/token", discord.token)
    app.router.add_get("/users/@me", discord.person)
    async with TestServer(app) as server:
        settings = replace(
            SETTINGS,
            client_secret=SecretStr("secret"),
            api_url=str(server.make_url("")).rstrip("/"),
            frames=DISCORD_FRAMES,
        )
        async with web_over(world, settings, Instances()) as running:
            yield running


def session_request(**changes: str) -> dict[str, str]:
    return {"code": "code", "instance": INSTANCE, **changes}


async def test_a_person_in_the_instance_gets_a_session(web: Web) -> None:
    match, other = await web.world.match("conhex"), await web.world.match("hnefatafl")
    await web.world.services.turns.take_turn(web.world.by(ANNA), match.id, "f6")
    browser = Browser(web.client, origin=HERE)
    answer = await browser.post("/api/activity", session_request())
    assert answer["match"] is None, "she chooses from several games"
    entries = [(game["match"], game["title"].split()[0], game["turn"]) for game in answer["games"]]
    assert entries == [(other.id, "Hnefatafl", True), (match.id, "ConHex", False)]
    assert answer["access_token"] == f"of-{ANNA.id}"
    assert not browser.cookies
    browser.bearer = answer["bearer"]
    for game in (match, other):
        view = (await browser.get(f"/api/games/{game.id}"))["view"]
        assert view["seat"] == 0
        assert view["players"][0]["name"] == "Anna", "the name from the chat precedes the account's"


async def test_the_only_game_in_the_channel_is_opened(web: Web) -> None:
    elsewhere, match = await web.world.match("hnefatafl"), await web.world.match("conhex")
    await web.world.services.match_places.move_home(elsewhere.id, 71)
    assert (await Browser(web.client, origin=HERE).post("/api/activity", session_request()))[
        "match"
    ] == match.id


async def test_the_most_recently_requested_game_is_opened(web: Web, discord: Discord) -> None:
    match, other = await web.world.match("conhex"), await web.world.match("hnefatafl")
    for requested in (other, match):
        await web.token(ANNA, requested)
        web.world.time.pass_by(timedelta(seconds=1))
    await web.token(BEN, other)
    opened = []
    for code in ("code", "used", "late"):
        discord.codes[code] = ANNA.id
        browser = Browser(web.client, origin=HERE)
        opened.append((await browser.post("/api/activity", session_request(code=code)))["match"])
        web.world.time.pass_by(LINK_HOLDS - timedelta(seconds=2))
    assert opened == [match.id, match.id, None]


async def test_strangers_get_no_session(web: Web, discord: Discord) -> None:
    await web.world.match("conhex")
    discord.codes |= {"other": BEN.id, "used": ANNA.id}
    browser = Browser(web.client, origin=HERE)
    await browser.post("/api/activity", session_request(code="used"))
    for wrong in (
        session_request(code="used"),
        session_request(code="forged"),
        session_request(instance="i-2-gc-7-70"),
        session_request(code="other"),
    ):
        assert await browser.refusal("POST", "/api/activity", wrong) == (422, "refused", "web-activity")
    elsewhere = Browser(web.client, origin="https://98.discordsays.com")
    assert (await elsewhere.refusal("POST", "/api/activity", session_request()))[0] == 403


async def test_a_newcomer_has_the_visible_name(world: World, discord: Discord, web: Web) -> None:
    discord.codes["new"] = NORA
    await Browser(web.client, origin=HERE).post("/api/activity", session_request(code="new"))
    assert await world.services.people.names({NORA}) == {NORA: "Nora"}


async def test_the_page_config_contains_the_application_id(web: Web) -> None:
    assert await web.stranger().get("/api/config") == {"application": "99"}


async def test_without_a_secret_there_is_no_activity(world: World) -> None:
    async with web_over(world) as web:
        assert await web.stranger().get("/api/config") == {"application": None}
        assert (await web.stranger().refusal("POST", "/api/activity", session_request()))[0] == 404


async def test_threads_offer_no_activity(world: World) -> None:
    open_page(world, replace(SETTINGS, client_secret=SecretStr("secret")))
    match = await world.match("conhex")
    presses = Presses(world, buttons.HANDLERS, channel=71, thread=True)
    answer = await presses.answer_to(ANNA, custom_ids.write("open-board", match.id))
    assert answer.view is not None
    assert "Open board" in [item.label for item in answer.view.walk_children() if isinstance(item, ui.Button)]
    assert f"fp:open-activity:{match.id}" not in answer.ids


@pytest.mark.parametrize("on", [True, False])
async def test_the_chat_offers_the_activity_with_a_secret(world: World, on: bool) -> None:
    secret = SecretStr("secret") if on else None
    open_page(world, replace(SETTINGS, client_secret=secret))
    match = await world.match("conhex")
    answer = await Presses(world, buttons.HANDLERS).answer_to(ANNA, custom_ids.write("open-board", match.id))
    assert (f"fp:open-activity:{match.id}" in answer.ids) is on


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_refused_codes_count_with_refused_tokens(web: Web, discord: Discord) -> None:
    browser = Browser(web.client, origin=HERE)
    for _ in range(int(RequestKind.FAILURE.value.at_once) - 1):
        assert (await browser.request("POST", "/api/session", {"token": "x"})).status == 401
    forged = session_request(code="forged")
    assert [(await browser.request("POST", "/api/activity", forged)).status for _ in range(2)] == [422, 429]
    discord.codes["code"] = ANNA.id
    assert (await browser.request("POST", "/api/activity", session_request())).status == 200
