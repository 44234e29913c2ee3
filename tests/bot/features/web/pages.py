"""A web page of a world, and browsers that send requests to it."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from aiohttp import ClientResponse
from aiohttp.test_utils import TestClient, TestServer

from bot.address import Address
from bot.features.web.http.server import WebServer
from bot.features.web.service.activity import RunningInstances
from bot.features.web.service.public_pages import PublicPages
from bot.features.web.web_page import WebPage
from bot.features.web.web_settings import WebSettings
from bot.model.match.match import Match
from bot.model.people.person import Person
from tests.bot.features.boards.test_board_composer import app_context
from tests.bot.support.fakes import ANNA, BEN, CARA, World

URL = "https://games.example"
SETTINGS = WebSettings(Address("127.0.0.1", 1), URL)


@dataclass
class Channels:
    """Discord's channels: `open` if visible to everyone; `members` are the server's people."""

    open: bool = True
    lookups: int = 0
    members: frozenset[int] = frozenset((ANNA.id, BEN.id, CARA.id))

    async def is_open_to_everyone(self, _match: Match) -> bool:
        self.lookups += 1
        return self.open

    async def is_open_to(self, _match: Match, person: int) -> bool:
        return self.open and person in self.members


@dataclass
class Seconds:
    """A clock in seconds, advanced by hand."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Browser:
    """A browser that keeps its cookies; `bearer` is sent if set."""

    client: TestClient[Any, Any]
    origin: str = URL
    bearer: str = ""
    cookies: dict[str, str] = field(default_factory=dict)

    async def request(
        self, method: str, path: str, body: object = None, headers: Mapping[str, str] = {}
    ) -> ClientResponse:
        defaults = {"Origin": self.origin} if method == "POST" else {}
        if self.bearer:
            defaults["Authorization"] = f"Bearer {self.bearer}"
        if self.cookies:
            defaults["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        answer = await self.client.request(method, path, json=body, headers={**defaults, **headers})
        for name, morsel in answer.cookies.items():
            self.cookies[name] = morsel.value
        return answer

    async def get(self, path: str) -> Any:
        answer = await self.request("GET", path)
        assert answer.status == 200, await answer.text()
        return await answer.json()

    async def post(self, path: str, body: object) -> Any:
        answer = await self.request("POST", path, body)
        assert answer.status == 200, await answer.text()
        return await answer.json()

    async def refusal(self, method: str, path: str, body: object = None) -> tuple[int, str, str]:
        """Return the status, code and reason of an error."""
        answer = await self.request(method, path, body)
        error = (await answer.json())["error"]
        return answer.status, error["code"], error["reason"]


@dataclass
class Web:
    world: World
    client: TestClient[Any, Any]
    channels: Channels
    server: WebServer
    seconds: Seconds
    pages: PublicPages

    async def token(self, person: Person, match: Match) -> str:
        now = await self.world.services.matches.get(match.id)
        return await page_of(self.world).grants.link(self.world.by(person), now)

    def stranger(self) -> Browser:
        return Browser(self.client)

    async def browser(self, person: Person, match: Match) -> tuple[Browser, Any]:
        """Return a person's browser with an open match, and the server's answer."""
        stranger = self.stranger()
        token = await self.token(person, match)
        return stranger, await stranger.post("/api/session", {"token": token})


def open_page(world: World, settings: WebSettings = SETTINGS) -> WebPage:
    """Enable a world's page, with channels visible to everyone."""
    app = world.services.app
    channels: Any = Channels()
    app.web.page = page = WebPage(
        app.kernel,
        app.matches.services,
        app.people.services.settings,
        app.engines.services,
        app.servers.services,
        app.challenges.services,
        app.reviews.reviews,
        settings,
    )
    page.visibility.places = channels
    app.kernel.work.consequences.committed.append(page.hub.on_commit)
    return page


def page_of(world: World) -> WebPage:
    page = world.services.app.web.page
    assert page is not None
    return page


@asynccontextmanager
async def web_over(
    world: World, settings: WebSettings = SETTINGS, instances: RunningInstances | None = None
) -> AsyncIterator[Web]:
    """Serve a world's page during the block."""
    page = open_page(world, settings)
    channels: Any = page.visibility.places
    backend, seconds = page.backend(app_context(world).chat), Seconds()
    if instances is not None:
        backend = replace(backend, instances=instances)
    server = WebServer(backend, settings, lambda: 99, seconds)
    async with TestClient(TestServer(server.app)) as client:
        yield Web(world, client, channels, server, seconds, backend.pages)
