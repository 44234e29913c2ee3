"""A small real discord.py bot that uses everything the playground serves, in a test or as a process."""

import asyncio
import io
import os
import struct
import sys
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import discord
import yarl
from discord import app_commands, ui
from discord.ext import commands


def png(width: int = 4, height: int = 3) -> bytes:
    """Return a white picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"".join(b"\0" + b"\xff" * width for _ in range(height)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def picture_file(name: str = "board.png") -> discord.File:
    return discord.File(io.BytesIO(png()), name, description="an empty board")


class Card(ui.LayoutView):
    """Text, a picture and two buttons."""

    def __init__(self, text: str, file: str = "board.png") -> None:
        super().__init__(timeout=None)
        gallery: ui.MediaGallery[Card] = ui.MediaGallery(
            discord.MediaGalleryItem(f"attachment://{file}", description="an empty board")
        )
        self.add_item(ui.Container(ui.TextDisplay(text), gallery, accent_colour=discord.Colour.blue()))
        row: ui.ActionRow[Card] = ui.ActionRow()
        row.add_item(ui.Button(label="Press", custom_id="press:1"))
        row.add_item(ui.Button(label="Closed", custom_id="press:2", disabled=True))
        self.add_item(row)


class Form(ui.Modal, title="A form"):
    """A short text field and a long one."""

    name: ui.TextInput["Form"] = ui.TextInput(label="Name", custom_id="name", max_length=10)
    about: ui.Label["Form"] = ui.Label(
        text="About", component=ui.TextInput(custom_id="about", required=False)
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"You are {self.name.value}", ephemeral=True)


class Picker(ui.Select[ui.View]):
    """A select of texts."""

    def __init__(self) -> None:
        options = [discord.SelectOption(label=name, value=name) for name in ("one", "two", "three")]
        super().__init__(custom_id="pick", options=options, max_values=2)

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(content=f"picked {', '.join(self.values)}")


class Meeter(ui.UserSelect[ui.View]):
    """A select of people."""

    def __init__(self) -> None:
        super().__init__(custom_id="people")

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"met {self.values[0].name}", ephemeral=True)


class Press(ui.DynamicItem[ui.Button[ui.View]], template=r"press:(?P<number>\d+)"):
    """A button that works after a restart."""

    def __init__(self, number: int) -> None:
        super().__init__(ui.Button(label="Press", custom_id=f"press:{number}"))
        self.number = number

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction, __: ui.Item[ui.View], match: "object") -> "Press":
        return cls(int(match["number"]))  # type: ignore[index]  # a re.Match

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        # An edit keeps only listed or uploaded files, so the picture is uploaded again.
        card = Card(f"pressed {self.number}")
        await interaction.edit_original_response(view=card, attachments=[picture_file()])


class LittleBot(commands.AutoShardedBot):
    """The bot; `seen` records its events."""

    def __init__(self, **options: object) -> None:
        intents = discord.Intents(guilds=True)
        settings: dict[str, object] = {
            "guild_ready_timeout": 0.05,
            "chunk_guilds_at_startup": False,
            "help_command": None,
            "allowed_mentions": discord.AllowedMentions.none(),
        }
        super().__init__(command_prefix=(), intents=intents, **(settings | options))  # type: ignore[arg-type]  # discord.py's options
        self.seen: list[str] = []
        self.hold = asyncio.Event()
        add_commands(self)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Press)
        await self.tree.sync()

    async def on_resumed(self) -> None:
        self.seen.append("resumed")

    async def on_shard_ready(self, shard_id: int) -> None:
        self.seen.append(f"ready {shard_id}")


def add_commands(bot: LittleBot) -> None:
    tree = bot.tree

    @tree.command(description="Say hello")
    async def hello(interaction: discord.Interaction, who: discord.User | None = None) -> None:
        bot.seen.append("hello")
        allowed = discord.AllowedMentions(users=[who]) if who else discord.AllowedMentions.none()
        text = f"Hello {who.mention if who else 'all'} from {interaction.locale}/{interaction.guild_locale}"
        await interaction.response.send_message(text, allowed_mentions=allowed)

    @tree.command(description="Answer late")
    async def late(interaction: discord.Interaction, private: bool = False) -> None:
        await interaction.response.defer(ephemeral=private, thinking=True)
        await interaction.followup.send("first")
        await interaction.followup.send("second", ephemeral=True)

    @tree.command(description="Never answer")
    async def silent(_: discord.Interaction) -> None:
        await bot.hold.wait()

    @tree.command(description="Show a picture")
    async def picture(interaction: discord.Interaction, private: bool = False) -> None:
        await interaction.response.send_message(view=Card("A board"), file=picture_file(), ephemeral=private)

    tree.add_command(finding())
    add_panels(tree)


def add_panels(tree: app_commands.CommandTree[LittleBot]) -> None:
    """Add the commands that show selects and modals."""

    @tree.command(description="Offer choices")
    async def pick(interaction: discord.Interaction) -> None:
        view = ui.View(timeout=None)
        view.add_item(Picker())
        view.add_item(Meeter())
        await interaction.response.send_message("pick", view=view)

    @tree.command(description="Show a form")
    async def form(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Form())


def finding() -> app_commands.Group:
    """Return a command group with an autocompleted subcommand."""
    group = app_commands.Group(name="find", description="Find things")

    @group.command(name="word", description="Find a word")
    async def word(interaction: discord.Interaction, text: str) -> None:
        await interaction.response.send_message(f"found {text}")

    @word.autocomplete("text")
    async def words(_: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        choices = [name for name in ("apple", "apricot", "pear") if name.startswith(current)]
        return [app_commands.Choice(name=name.title(), value=name) for name in choices]

    return group


async def run() -> None:
    """Run as a separate process, configured by the real bot's environment."""
    discord.http.Route.BASE = os.environ["FERNPARTIE_API_URL"]
    gateway = yarl.URL(os.environ["FERNPARTIE_GATEWAY_URL"])
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway
    async with LittleBot() as bot:
        if "crash" in sys.argv:
            raise SystemExit(3)
        await bot.start(os.environ["FERNPARTIE_TOKEN"])


@asynccontextmanager
async def log_in(token: str) -> AsyncIterator[LittleBot]:
    """Log a small bot in, and yield it once it is ready."""
    async with LittleBot() as little:
        running = asyncio.create_task(little.start(token))
        waiting = asyncio.create_task(little.wait_until_ready())
        await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
        assert waiting.done(), "the bot did not come online"
        yield little
        little.hold.set()
        await little.close()
        with suppress(asyncio.CancelledError):
            await running


if __name__ == "__main__":
    asyncio.run(run())
