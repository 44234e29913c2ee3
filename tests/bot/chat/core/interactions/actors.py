"""A bot on a playground that handles every interaction with a test's function."""

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress

import discord
import pytest
from discord.ext import commands
from PIL import Image

from bot.chat.core import custom_ids
from bot.chat.core.interactions import responder
from bot.chat.core.interactions.answers import Answers
from bot.chat.core.interactions.responder import Responder
from bot.chat.core.messages import layouts
from bot.chat.core.pictures import Picture
from tests.pocket import BRETTSPIELE, Json, Pocket

EPHEMERAL, COMPONENTS_V2 = 1 << 6, 1 << 15
MESSAGE, THINKING, HELD, UPDATED, FORM = 4, 5, 6, 7, 9
CALLBACK = "/callback$"

Act = Callable[[discord.Interaction], Awaitable[None]]


async def say_hello(interaction: discord.Interaction) -> None:
    await Answers(interaction).reply("hello")


class Actor(commands.AutoShardedBot):
    """A bot that handles every interaction with `act`."""

    def __init__(self) -> None:
        super().__init__(
            command_prefix=(),
            intents=discord.Intents(guilds=True),
            guild_ready_timeout=0.05,
            chunk_guilds_at_startup=False,
            help_command=None,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.act: Act = say_hello
        self.done: list[Responder] = []

        @self.tree.command(name="act", description="Act")
        async def act(interaction: discord.Interaction) -> None:
            await self.serve(interaction)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type in {discord.InteractionType.component, discord.InteractionType.modal_submit}:
            await self.serve(interaction)

    async def serve(self, interaction: discord.Interaction) -> None:
        mine = Responder.of(interaction)
        async with mine.in_time():
            await self.act(interaction)
        self.done.append(mine)


@pytest.fixture
async def actor(pocket: Pocket) -> AsyncIterator[Actor]:
    async with Actor() as bot:
        running = asyncio.create_task(bot.start(pocket.playground.token))
        await asyncio.wait(
            {running, asyncio.create_task(bot.wait_until_ready())}, return_when="FIRST_COMPLETED"
        )
        yield bot
        await bot.close()
        with suppress(asyncio.CancelledError):
            await running


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Defer almost immediately, so that tests do not wait."""
    monkeypatch.setattr(responder, "DEFER_AFTER", 0.02)


def board() -> Picture:
    data = io.BytesIO()
    Image.new("P", (4, 4)).save(data, "PNG")
    return Picture(data.getvalue(), "an empty board")


def panel(text: str) -> discord.ui.LayoutView:
    return layouts.page(
        layouts.text(text),
        layouts.picture("an empty board"),
        layouts.buttons(layouts.button("Go", custom_ids.write("go"))),
    )


async def show_panel(interaction: discord.Interaction) -> None:
    await Answers(interaction).show(panel("first"), [board()])


async def requests(pocket: Pocket, path: str) -> list[Json]:
    return [entry for entry in await pocket.control.requests() if path in entry["path"]]


async def first_answers(pocket: Pocket) -> list[tuple[int, int | None]]:
    """Return the type and status of every callback."""
    return [(entry["json"]["type"], entry["status"]) for entry in await requests(pocket, "/callback")]


async def wait_for_answers(pocket: Pocket, actor: Actor, number: int = 1) -> None:
    async def all_done() -> bool:
        return len(actor.done) >= number

    await pocket.until(all_done, f"{number} answers given")


def with_gate(act: Act) -> tuple[asyncio.Event, Act]:
    """Return an event, and an act delayed until the event is set."""
    gate = asyncio.Event()

    async def waiting(interaction: discord.Interaction) -> None:
        await gate.wait()
        await act(interaction)

    return gate, waiting


async def messages_shown(pocket: Pocket) -> list[Json]:
    return await pocket.anna.messages(BRETTSPIELE)


async def post_hello(interaction: discord.Interaction) -> None:
    await Answers(interaction).post("hello <@1>", discord.ui.View(), [board()])
