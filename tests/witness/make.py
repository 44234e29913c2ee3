"""Make the witness by `python -m tests.witness.make`, in the version it is to be a witness of."""

import json
import lzma
import random
import sqlite3
import tempfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import aiohttp

from bot import loop
from playground.rest.rate_limits import ROOMY
from playground.server import Playground
from render import Gallery
from tests import pocket
from tests.end_to_end.bots import bot_here
from tests.witness import manifest
from tests.witness.asking import be_late, govern, invite
from tests.witness.beginning import arrive, fall_asleep, finish
from tests.witness.describe import describe
from tests.witness.ending import break_off, open_panels
from tests.witness.running import go_on, play_series
from tests.witness.story import Story
from tests.witness.support import DATABASE, HERE, POSTGRESQL, WORLD, Drawn, Stores, WitnessClock, rows_of

MADE = datetime(2026, 11, 20, 12, tzinfo=UTC)
"""About when the bot is cut off."""
BEGAN = MADE - timedelta(days=24)
PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a4944415478da63f80f00010101"
    "001cb08c990000000049454e44ae426082"
)
"""The smallest of pictures, which stands for each that was drawn."""


async def make(folder: Path) -> None:
    """Tell the story and put down what it leaves behind."""
    clock = WitnessClock(start=BEGAN)
    live = Stores(folder / "database", folder / "world")
    async with (
        Playground.start(clock=clock, world=live.world, limits=ROOMY) as playground,
        aiohttp.ClientSession() as http,
    ):
        lot = Drawn(source=random.Random(6))
        control = pocket.Control(pocket.Line(http, playground.url))
        async with bot_here(playground, live.database, gallery=Gallery(), clock=clock, lot=lot) as bot:
            story = Story(playground, control, bot, clock)
            await tell(story)
            stores = await cut_off(playground, live, folder)
            now = clock()
    shrink(stores)
    found = await describe(story, stores, now)
    manifest.FILE.write_text(manifest.dump(found), encoding="utf-8")
    pack(stores)


async def tell(story: Story) -> None:
    """Tell everything, up to the moment at which the bot is cut off."""
    await arrive(story)
    await fall_asleep(story)
    await finish(story)
    await play_series(story)
    await story.pass_until(MADE - timedelta(days=3))
    await go_on(story)
    await invite(story)
    await story.pass_until(MADE - timedelta(hours=29))
    await be_late(story)
    await govern(story)
    await story.pass_until(MADE - timedelta(hours=1))
    await open_panels(story)
    await break_off(story)


async def cut_off(playground: Playground, live: Stores, folder: Path) -> Stores:
    """Copy both files while the bot hangs: what kill -9 would leave behind."""
    assert playground._archive is not None
    playground.world.sweep_archives()
    await playground._archive.flush()
    stores = Stores(folder / "fernpartie.db", folder / "world.sqlite")
    for source, target in ((live.database, stores.database), (live.world, stores.world)):
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new)
    return stores


def shrink(stores: Stores) -> None:
    """Replace all pictures by the smallest, and leave no room unused."""
    with closing(sqlite3.connect(stores.world)) as connection, connection:
        connection.execute("UPDATE file SET data = ?", (PICTURE,))
    for path in (stores.database, stores.world):
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("VACUUM")


def pack(stores: Stores) -> None:
    """Put the compressed files beside this one."""
    rows = json.dumps(rows_of(stores.database), ensure_ascii=False, separators=(",", ":")).encode()
    contents = {
        DATABASE: stores.database.read_bytes(),
        WORLD: stores.world.read_bytes(),
        POSTGRESQL: rows,
    }
    for name, content in contents.items():
        (HERE / name).write_bytes(lzma.compress(content, preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as directory:
        loop.run(make(Path(directory)))
