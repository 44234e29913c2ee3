"""The stage of the client's tests: the real web page of a world, and people with browsers."""

import asyncio
import itertools
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, BrowserContext, Locator, Page, expect

from bot.address import Address
from bot.features.web.http.server import WebServer
from bot.features.web.web_settings import WebSettings
from bot.model.match.match import Match
from bot.model.people.person import Person
from bot.model.people.preferences import CONFIRM
from data.store import Store
from rules.contract import Move, State
from tests.bot.features.boards.test_board_composer import app_context
from tests.bot.features.web.pages import open_page, page_of
from tests.bot.support.fakes import ANNA, BEN, GAMES, World
from tests.playground.page.page_stage import TIMEOUT, listen

PEOPLE = (ANNA, BEN)
PHONE = {"width": 360, "height": 740}


@dataclass
class Seat:
    """A person's browser window with a match."""

    page: Page
    person: Person

    @property
    def bar(self) -> Locator:
        return self.page.locator("#bar")

    @property
    def announcement(self) -> Locator:
        return self.page.locator("#told")

    def point(self, name: str) -> Locator:
        return self.page.locator(f'.point[data-names~="{name}"]')

    def open_points(self) -> Locator:
        return self.page.locator(".point:not([aria-disabled])")

    async def marked_points(self, mark: str) -> set[str]:
        """Return the names of the points with a mark."""
        points = await self.page.locator(f'.point[data-mark="{mark}"]').all()
        names = [await point.get_attribute("data-names") or "" for point in points]
        return set(names)

    async def touch(self, name: str) -> None:
        await self.point(name).click()

    async def press(self, id_: str) -> None:
        await self.page.locator(f"#{id_}").click()

    async def wait_for_position(self, ply: int, plies: int) -> None:
        """Wait until the page shows a position."""
        await expect(self.page.locator(".count")).to_have_text(f"{ply} / {plies}")


@dataclass
class Room:
    """A world with its web page, and the browser shared by all seats."""

    world: World
    browser: Browser
    url: str
    contexts: list[BrowserContext] = field(default_factory=list)
    page_errors: list[str] = field(default_factory=list)

    async def link(self, person: Person, match: Match) -> str:
        now = await self.world.services.matches.get(match.id)
        token = await page_of(self.world).grants.link(self.world.by(person), now)
        return f"{self.url}/#t={token}"

    async def window(self, *, width: int = 1280, height: int = 800, **more: Any) -> Page:
        """Open a window with an empty browser profile."""
        context = await self.browser.new_context(viewport={"width": width, "height": height}, **more)
        self.contexts.append(context)
        page = await context.new_page()
        page.set_default_timeout(TIMEOUT * 1000)
        page.on("pageerror", lambda error: self.page_errors.append(str(error)))
        page.on("console", partial(listen, self.page_errors))
        return page

    async def open_seat(self, person: Person, match: Match, **more: Any) -> Seat:
        page = await self.window(**more)
        await page.goto(await self.link(person, match))
        await wait_until_ready(page)
        return Seat(page, person)

    async def open_both(self, match: Match) -> tuple[Seat, Seat]:
        """Open a match as Anna and as Ben."""
        return await self.open_seat(ANNA, match), await self.open_seat(BEN, match)

    async def switch_off_confirm(self) -> None:
        """Make Anna and Ben play moves without *Confirm*."""
        for person in PEOPLE:
            await self.world.services.settings.set_value(self.world.by(person), CONFIRM, False)

    async def play(self, match: Match, text: str) -> Match:
        """Play a move in the chat, as the player to move."""
        now = await self.world.services.matches.get(match.id)
        assert now.turn is not None
        request = self.world.by(PEOPLE[now.turn])
        turn = await self.world.services.turns.take_turn(request, match.id, text, now.plies)
        return turn.match

    async def state(self, match: Match) -> State:
        return (await self.world.services.matches.position(match.id)).state

    async def close_windows(self) -> list[str]:
        """Close all windows; return their pages' errors.

        Also end all sessions: while the clock stands still, any session over a person's limit might be
        dropped.
        """
        for context in self.contexts:
            await context.close()
        self.contexts.clear()
        for person in PEOPLE:
            await page_of(self.world).grants.sign_out(self.world.by(person))
        errors = list(self.page_errors)
        self.page_errors.clear()
        return errors


async def until(page: Page, expression: str) -> None:
    """Wait until an expression is true in the page, whose policy forbids `eval`."""
    async with asyncio.timeout(TIMEOUT):
        while not await page.evaluate(expression):
            await page.wait_for_timeout(20)


async def wait_until_ready(page: Page) -> None:
    """Wait until the board accepts touches."""
    await page.locator("#room[aria-busy=false]").wait_for()
    await page.locator(".point[aria-label]").first.wait_for()


async def choose(seat: Seat, move: Move) -> None:
    """Choose a move by touches: its action first, then each point not forced."""
    plies = (await seat.page.locator(".count").inner_text()).split(" / ")[1]
    if move.action and await seat.page.locator(f"#act-{move.action}").count():
        await seat.press(f"act-{move.action}")
    for point in move.path:
        target = seat.point(point)
        if await seat.page.locator(".count").inner_text() != f"{plies} / {plies}":
            return
        if await target.get_attribute("data-mark") != "chosen":
            await target.click()


def deciding_points(moves: tuple[Move, ...], move: Move) -> list[tuple[int, str]]:
    """Return the depth and name of each point that distinguishes a move from others."""
    deciding = []
    for depth, point in enumerate(move.path):
        alternatives = [other for other in moves if other.path[:depth] == move.path[:depth]]
        if any(other.path[depth : depth + 1] != (point,) for other in alternatives):
            deciding.append((depth, point))
    return deciding


async def buttons_for(page: Page, move: Move) -> None:
    """Wait for the buttons of a move without points."""
    if not move.path:
        await page.locator(f"#act-{move.action or 'none'}, #go").first.wait_for()


async def by_keyboard(seat: Seat, move: Move, moves: tuple[Move, ...]) -> None:
    """Play a move using only arrow keys and Enter."""
    page = seat.page
    await buttons_for(page, move)
    action = page.locator(f"#act-{move.action}")
    has_action = bool(move.action and await action.count())
    if has_action:
        await action.focus()
        await page.keyboard.press("Enter")
    for depth, point in deciding_points(moves, move):
        # The page updates the number of plies before the possible choices.
        await page.locator(f'.point[data-names~="{point}"]:not([aria-disabled])').wait_for()
        await page.locator(".point[tabindex='0']").focus()
        await page.keyboard.press("Home")
        for _ in range(await seat.page.locator(".point").count()):
            if point in await focused_names(seat):
                break
            await page.keyboard.press("PageDown")
        names = await focused_names(seat)
        assert point in names
        await page.keyboard.press("Enter")
        choices = ambiguous_points(moves, move, depth, names)
        if len(choices) > 1:
            # The point holds several pieces: the page asks which is meant.
            await page.locator(f"#ask-{choices.index(point)}").focus()
            await page.keyboard.press("Enter")
    if not (has_action or deciding_points(moves, move)) or await page.locator("#go").count():
        await page.locator("#go").focus()
        await page.keyboard.press("Enter")


async def focused_names(seat: Seat) -> list[str]:
    names = await seat.page.evaluate("document.activeElement.dataset.names ?? ''")
    return str(names).split()


def ambiguous_points(moves: Sequence[Move], move: Move, depth: int, names: Sequence[str]) -> list[str]:
    """Return the points of an area among which the page asks."""
    onward = [other.path[depth] for other in moves if other.path[:depth] == move.path[:depth] != other.path]
    return [name for name in dict.fromkeys(onward) if name in names]


async def by_touch(seat: Seat, move: Move, moves: tuple[Move, ...]) -> None:
    """Play a move using only touches."""
    page = seat.page
    await buttons_for(page, move)
    has_action = bool(move.action and await page.locator(f"#act-{move.action}").count())
    if has_action:
        await seat.press(f"act-{move.action}")
    for depth, point in deciding_points(moves, move):
        names = (await seat.point(point).get_attribute("data-names") or "").split()
        await seat.touch(point)
        choices = ambiguous_points(moves, move, depth, names)
        if len(choices) > 1:
            await seat.press(f"ask-{choices.index(point)}")
    if not (has_action or deciding_points(moves, move)) or await page.locator("#go").count():
        await seat.press("go")


@asynccontextmanager
async def room_over(path: Path, browser: Browser) -> AsyncIterator[Room]:
    """Yield a world with its web page, on a new database, and a browser."""
    store = await Store.open(f"sqlite:///{path}")
    world = World(store, GAMES)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    settings = WebSettings(Address("127.0.0.1", port), f"http://127.0.0.1:{port}")
    page = open_page(world, settings)
    # A clock this fast avoids the rate limits.
    seconds = itertools.count(0, 60)
    server = WebServer(
        page.backend(app_context(world).chat), settings, lambda: None, lambda: float(next(seconds))
    )
    async with server.listening():
        yield Room(world, browser, settings.url)
    await store.close()
