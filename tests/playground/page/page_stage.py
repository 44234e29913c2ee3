"""The stage of the page's tests: the real playground, a scripted bot, Chromium."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import aiohttp
import discord
import pytest
from discord import app_commands
from playwright.async_api import Browser, ConsoleMessage, Page, Route, async_playwright, expect

from playground.rest.rate_limits import ROOMY
from playground.server import Playground
from tests.pocket import GAME_NIGHT, Control, Line, Person, discord_at

_PROGRAMS = (Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium"))
CHROMIUM = next((program for program in _PROGRAMS if program.exists()), _PROGRAMS[-1])
"""The browser; the headless build, if installed, needs a third of the CPU time."""
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
GERMAN = {
    "challenge": "herausfordern",
    "move": "zug",
    "opponent": "gegner",
    "board": "brett",
    "Challenge somebody": "Fordere jemanden heraus",
    "Tablut": "Tablut (klein)",
    "Brandub": "Brandub (winzig)",
}
TIMEOUT = 20.0
"""Seconds before a wait fails; a busy machine may need several."""
MOVES = ("e1-e2", "e1-e3", "e1-e4", "d5-d6", "d5-d7")
BOARDS = [
    app_commands.Choice(name=app_commands.locale_str(name), value=value)
    for name, value in (("Tablut", "tablut-9"), ("Brandub", "brandub-7"))
]

IN_CHROMIUM: Final = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.skipif(not CHROMIUM.exists(), reason="the system's Chromium is not installed"),
]
"""The marks of tests in the browser, which share its event loop."""
expect.set_options(timeout=TIMEOUT * 1000)


class GermanNames(app_commands.Translator):
    """Command names as a German client shows them."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        del context
        return GERMAN.get(string.message) if locale is discord.Locale.german else None


class Performer(discord.Client):
    """A bot that acts on the test's instructions and records the interactions it receives."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True), allowed_mentions=discord.AllowedMentions.none()
        )
        self.tree = app_commands.CommandTree(self)
        self.heard: asyncio.Queue[Any] = asyncio.Queue()
        self.ready = asyncio.Event()
        self.tree.add_command(_challenge(self.heard))
        self.tree.add_command(_move(self.heard))
        self.tree.add_command(_think())
        self.tree.add_command(_give(self.heard))

    async def setup_hook(self) -> None:
        await self.tree.set_translator(GermanNames())
        await self.tree.sync()

    async def on_ready(self) -> None:
        self.ready.set()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer presses and forms according to the prefix of their custom_id."""
        data: Any = interaction.data or {}
        custom_id = str(data.get("custom_id", ""))
        if interaction.type is discord.InteractionType.modal_submit:
            await self.heard.put(data)
            await interaction.response.send_message("Form received.", ephemeral=True)
        elif interaction.type is not discord.InteractionType.component or custom_id.startswith("mute"):
            return
        elif custom_id.startswith("form"):
            await interaction.response.send_modal(Form())
        else:
            await self.heard.put(data)
            await interaction.response.send_message(f"Heard {custom_id}.", ephemeral=True)

    async def hear(self) -> Any:
        """Return the next recorded interaction."""
        return await asyncio.wait_for(self.heard.get(), TIMEOUT)

    async def say(self, channel: str, **message: Any) -> discord.Message:
        """Post in a channel of the English-speaking guild."""
        place = self.get_partial_messageable(int(channel), guild_id=int(GAME_NIGHT))
        return await place.send(**message)


class Form(discord.ui.Modal, title="Your move"):
    """A form with a text, a choice and a longer text."""

    move: Any = discord.ui.Label(
        text="Move",
        description="such as e1-e4",
        component=discord.ui.TextInput(custom_id="move", min_length=2, max_length=20),
    )
    reason: Any = discord.ui.Label(
        text="Mood",
        component=discord.ui.Select(
            custom_id="mood",
            required=False,
            options=[discord.SelectOption(label="Calm"), discord.SelectOption(label="Bold")],
        ),
    )
    remark: Any = discord.ui.Label(
        text="Remark",
        component=discord.ui.TextInput(custom_id="remark", style=discord.TextStyle.paragraph, required=False),
    )


def _challenge(interactions: "asyncio.Queue[Any]") -> app_commands.Group:
    group = app_commands.Group(name=app_commands.locale_str("challenge"), description="Challenge somebody")

    @group.command(name="hnefatafl", description=app_commands.locale_str("Challenge somebody"))
    @app_commands.rename(opponent=app_commands.locale_str("opponent"), board=app_commands.locale_str("board"))
    @app_commands.describe(opponent="Whom", board="On which board")
    @app_commands.choices(board=BOARDS)
    async def hnefatafl(
        interaction: discord.Interaction, opponent: discord.Member | None = None, board: str | None = None
    ) -> None:
        await interactions.put({"opponent": opponent and str(opponent.id), "board": board})
        name = f"<@{opponent.id}>" if opponent else "anyone"
        await interaction.response.send_message(
            f"{interaction.user.mention} challenges {name}.",
            allowed_mentions=discord.AllowedMentions(users=True),
        )

    return group


def _move(interactions: "asyncio.Queue[Any]") -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name=app_commands.locale_str("move"), description="Make your move")
    @app_commands.rename(move=app_commands.locale_str("move"))
    @app_commands.describe(move="Which move")
    async def move(interaction: discord.Interaction, move: str) -> None:
        await interactions.put({"move": move})
        await interaction.response.send_message(f"Moved {move}.", ephemeral=True)

    @move.autocomplete("move")
    async def complete(_: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        fitting = [text for text in MOVES if text.replace("-", "").startswith(current.replace("-", ""))]
        return [app_commands.Choice(name=text.replace("-", " → "), value=text) for text in fitting]

    return move


def _think() -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name="think", description="Answer later")
    async def think(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True)

    return think


def _give(interactions: "asyncio.Queue[Any]") -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name="give", description="Give me a file")
    @app_commands.describe(paper="The file", remark="Something about it")
    async def give(
        interaction: discord.Interaction, paper: discord.Attachment, remark: str | None = None
    ) -> None:
        await interactions.put({"name": paper.filename, "data": await paper.read(), "remark": remark})
        await interaction.response.send_message("Thank you.", ephemeral=True)

    return give


def listen(troubles: list[str], message: ConsoleMessage) -> None:
    """Record a page's errors and warnings."""
    if message.type in {"error", "warning"}:
        troubles.append(message.text)


@dataclass(slots=True)
class Stage:
    """Everything a test of the page needs. Each opened page is a browser window of one person."""

    playground: Playground
    bot: Performer
    browser: Browser
    line: Line
    control: Control
    pages: list[Page] = field(default_factory=list)
    idle_pages: list[Page] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)

    async def channel(self, name: str, guild: str = GAME_NIGHT) -> str:
        """Open a new text channel and return its id."""
        return await self.control.add_channel(guild, name)

    async def write(self, person: str, channel: str, content: str) -> None:
        await Person(self.line, person).say(channel, content)

    async def page(
        self,
        person: str,
        channel: str,
        *,
        width: int = 1280,
        more: str = "",
        routes: Mapping[str, Callable[[Route], Awaitable[None]]] = MappingProxyType({}),
        settled: bool = True,
    ) -> Page:
        """Open the page as a person, with a channel in view; `routes` intercept requests to the server."""
        page = self.idle_pages.pop() if self.idle_pages else await self._new_page()
        await page.set_viewport_size({"width": width, "height": 740})
        for pattern, handle in routes.items():
            await page.route(pattern, handle)
        self.pages.append(page)
        await page.goto(f"{self.playground.url}/#as={person}&channel={channel}{more}")
        if settled:
            await page.locator("[data-testid=messages][aria-busy=false]").wait_for()
        return page

    async def _new_page(self) -> Page:
        page = await (await self.browser.new_context()).new_page()
        page.set_default_timeout(TIMEOUT * 1000)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", partial(listen, self.troubles))
        return page

    async def tidy(self) -> None:
        """Clear the windows for reuse by the next test, which halves the run time; drop the bot's records."""
        for page in self.pages:
            await page.unroute_all()
            await page.mouse.move(0, 0)
            # Stay on the same site: a page of another site would start another process.
            await page.goto(f"{self.playground.url}/page/icon.svg")
            await page.evaluate("sessionStorage.clear()")
        self.idle_pages += self.pages
        self.pages.clear()
        self.troubles.clear()
        while not self.bot.heard.empty():
            self.bot.heard.get_nowait()


@asynccontextmanager
async def performing(playground: Playground) -> AsyncIterator[Performer]:
    """Run the scripted bot against a playground, and restore discord.py's addresses afterwards."""
    with discord_at(playground.api_url, playground.gateway_url):
        async with Performer() as bot:
            running = asyncio.create_task(bot.start(playground.token))
            await asyncio.wait_for(bot.ready.wait(), TIMEOUT)
            yield bot
            async with asyncio.timeout(TIMEOUT):
                await bot.close()
                await running


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Start the system's Chromium in headless mode."""
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        async with asyncio.timeout(TIMEOUT):
            await browser.close()


@asynccontextmanager
async def staging(browser: Browser) -> AsyncIterator[Stage]:
    """Set up playground and bot; close the windows at the end."""
    async with (
        Playground.start(limits=ROOMY) as playground,
        performing(playground) as bot,
        aiohttp.ClientSession() as http,
    ):
        line = Line(http, playground.url)
        stage = Stage(playground, bot, browser, line, Control(line))
        yield stage
        for page in (*stage.pages, *stage.idle_pages):
            await page.context.close()
