"""The app's Activity in a frame of the page, which replies like Discord's client."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio
from aiohttp import web
from playwright.async_api import Page, expect

from playground.server import Playground
from tests.playground.page.page_acts import stage, theatre
from tests.playground.page.page_stage import IN_CHROMIUM, Stage
from tests.pocket import ANNA, BEN, BOT, CLARA

__all__ = ["stage", "theatre"]

pytestmark = IN_CHROMIUM

CLIENT = Path(__file__).parents[3] / "bot" / "features" / "web" / "client"
SECRET = "shh"
PAGE = "<!doctype html><title>app</title><output></output><script type=module src=app.js></script>"
SCRIPT = """
import { Activity } from "./client/activity.js";
const activity = Activity.found(location, window);
const show = (text) => { document.querySelector("output").textContent = text; };
activity.start().then(
  (opened) => { show(`${opened.person} ${opened.match}`); },
  (problem) => show(`refused: ${problem.message}`),
);
addEventListener("click", () => activity.close());
"""


@dataclass(slots=True)
class App:
    """The app's server: exchanges codes at the playground, as a bot does."""

    playground: Playground
    instances: list[str] = field(default_factory=list)
    application: str = BOT

    async def enter(self, request: web.Request) -> web.Response:
        body = await request.json()
        self.instances.append(body["instance"])
        form = {
            "grant_type": "authorization_code",
            "code": body["code"],
            "client_id": BOT,
            "client_secret": SECRET,
        }
        async with aiohttp.ClientSession() as session:
            async with session.post(self.playground.api_url + "/oauth2/token", data=form) as response:
                token = (await response.json())["access_token"]
            headers = {"Authorization": f"Bearer {token}"}
            async with session.get(self.playground.api_url + "/users/@me", headers=headers) as response:
                person = (await response.json())["id"]
        return web.json_response({"access_token": token, "person": person, "match": None})

    async def file(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        text = SCRIPT if name == "app.js" else (CLIENT / name).read_text()
        return web.Response(text=text, content_type="text/javascript")

    def make_app(self) -> web.Application:
        async def page(_: web.Request) -> web.Response:
            headers = {"Content-Security-Policy": "frame-ancestors https://discord.com"}
            return web.Response(text=PAGE, content_type="text/html", headers=headers)

        async def config(_: web.Request) -> web.Response:
            return web.json_response({"application": self.application})

        app = web.Application()
        app.add_routes(
            [
                web.get("/", page),
                web.get("/{name:app.js}", self.file),
                web.get("/client/{name}", self.file),
                web.get("/api/config", config),
                web.post("/api/activity", self.enter),
            ]
        )
        return app


@pytest_asyncio.fixture(loop_scope="session")
async def app(stage: Stage) -> AsyncIterator[App]:
    activity = App(stage.playground)
    runner = web.AppRunner(activity.make_app(), shutdown_timeout=1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    address = f"127.0.0.1:{runner.addresses[0][1]}"
    switches: dict[str, Any] = {"activities": True, "client_secret": SECRET, "activity_target": address}
    await stage.control.change_application(**switches)
    yield activity
    await stage.control.change_application(activities=False)
    await runner.cleanup()


async def follow_link(stage: Stage, person: str, *, custom_id: str = "") -> Page:
    """Follow a deep link as a person."""
    channel = await stage.channel("activity")
    link = f"https://discord.com/activities/{BOT}" + (f"?custom_id={custom_id}" if custom_id else "")
    await stage.bot.say(channel, content=f"Your turn: {link}")
    page = await stage.page(person, channel)
    await page.get_by_role("link", name=link).click()
    return page


def result(page: Page) -> Any:
    return page.frame_locator("[data-testid=activity-frame]").locator("output")


async def test_a_refused_consent_reaches_the_frame(stage: Stage, app: App) -> None:
    page = await follow_link(stage, BEN)
    await page.get_by_test_id("activity-cancel").click()
    await expect(result(page)).to_have_text("refused: OAuth2 Error: access_denied")
    assert not app.instances


@pytest.mark.assumes("activity-handshake")
async def test_the_frame_signs_in_after_consent(stage: Stage, app: App) -> None:
    page = await follow_link(stage, ANNA, custom_id="12")
    await expect(page.get_by_test_id("activity-consent")).to_contain_text("identify")
    await page.get_by_test_id("activity-authorize").click()
    await expect(result(page)).to_have_text(f"{ANNA} 12")
    assert app.instances[0].startswith("i-")
    again = await follow_link(stage, ANNA)
    await expect(result(again)).to_have_text(f"{ANNA} null")


async def test_frame_can_close_itself(stage: Stage, app: App) -> None:
    page = await follow_link(stage, CLARA)
    await page.get_by_test_id("activity-authorize").click()
    await expect(result(page)).to_have_text(f"{CLARA} null")
    assert app.instances
    await result(page).click()
    await expect(page.get_by_test_id("activity")).to_have_count(0)


async def test_wrong_client_id_is_refused(stage: Stage, app: App) -> None:
    app.application = "5"
    page = await follow_link(stage, ANNA)
    await page.get_by_test_id("activity").wait_for()
    await expect(result(page)).to_have_text("refused: Invalid Client ID")
