"""The floor of a move: the cost of Discord and the disk, by a bot without games or pictures."""

import asyncio
import os
from io import BytesIO
from pathlib import Path

import aiosqlite
import uvloop
import yarl
from discord import File, Intents, Interaction, Message, gateway, http, ui
from discord.ext import commands


async def main() -> None:
    """Answer /move, commit five rows, post a ready picture, remove the buttons of the previous one."""
    http.Route.BASE = os.environ["FERNPARTIE_API_URL"]
    gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["FERNPARTIE_GATEWAY_URL"])
    folder, boards, alone = Path(os.environ["FLOOR_FOLDER"]), dict[int, Message](), asyncio.Lock()
    picture, bot = (folder / "board.png").read_bytes(), commands.Bot((), intents=Intents(guilds=True))
    async with bot, aiosqlite.connect(folder / "floor.db", isolation_level=None) as database:
        await database.executescript("PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;CREATE TABLE t (n, x)")

        @bot.tree.command(description="Play a move")
        async def move(interaction: Interaction, move: str) -> None:
            async with alone:
                await database.execute("BEGIN IMMEDIATE")
                await database.executemany("INSERT INTO t VALUES (?, ?)", [(n, "told") for n in range(5)])
                await database.commit()
            await interaction.response.send_message(f"You have played {move}.", ephemeral=True)
            view, here = ui.View(timeout=None), interaction.channel_id or 0
            for label in ("Move", "Board", "More"):
                view.add_item(ui.Button(label=label))
            old, file = boards.get(here), File(BytesIO(picture), "board.png")
            boards[here] = await bot.get_partial_messageable(here).send(move, file=file, view=view)
            if old is not None:
                await old.edit(view=None)

        bot.add_listener(bot.tree.sync, "on_connect")
        await bot.start(os.environ["FERNPARTIE_TOKEN"])


uvloop.run(main())
