"""Worlds stored in a file continue after a restart."""

import sqlite3
from contextlib import closing
from pathlib import Path

import aiohttp
import pytest

from playground.server import Playground
from playground.world.archive import WrongFormat
from tests.playground.little_bot import png
from tests.playground.raw import Rest
from tests.pocket import ANNA, BEN, BOT, BRETTSPIELE, SPIELEABEND, AdjustableClock, Control, Line, Pocket

HERE = f"/channels/{BRETTSPIELE}/messages"


async def test_world_survives_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "new" / "world.db"
    async with aiohttp.ClientSession() as session:
        async with Playground.start(world=file) as playground:
            line = Line(session, playground.url)
            pocket = Pocket(playground, AdjustableClock(), line, Control(line))
            rest = Rest(pocket)
            await pocket.control.strictness(every_thread_announced=False)
            await rest.ask("PUT", f"/applications/{BOT}/commands", [{"name": "x", "description": "x"}])
            body = {"flags": 1 << 15, "nonce": "n", "enforce_nonce": True}
            body["components"] = [{"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}]
            posted = (await rest.ask("POST", HERE, body, {"a.png": png()})).body
            deleted = (await rest.ask("POST", HERE, {"content": "gone"}, {"a.txt": b"x"})).body
            await rest.ask("DELETE", f"{HERE}/{deleted['id']}")
            thread = (await rest.ask("POST", f"{HERE}/{posted['id']}/threads", {"name": "t"})).body
            inside = await pocket.anna.say(thread["id"], "inside")
            await pocket.control.deny(BRETTSPIELE, "SEND_MESSAGES")
            await pocket.control.set_dm(BEN, is_open=False)
            text = await pocket.control.add_channel("1100000000000000201", "lost")
            await pocket.anna.say(text, "x")
            await pocket.control.delete_channel(text)
            read = {"as": BEN, "channel_id": BRETTSPIELE, "message_id": posted["id"]}
            await line.ask("POST", "/playground/read", read)
            await line.ask("PATCH", f"/playground/users/{BEN}", {"locale": "de"})
            await pocket.control.add_role(SPIELEABEND, "Players", ANNA, BEN, permissions=["MENTION_EVERYONE"])
            before = await pocket.ben.state()
            world = playground.world
            things = [world.users, world.guilds, world.channels, world.reads]
            messages_before = [world.find_message(message["id"]) for message in (posted, inside)]
            rows = await pocket.ben.messages(BRETTSPIELE)
            old_url = playground.url
        async with Playground.start(world=file) as playground:
            line = Line(session, playground.url)
            pocket = Pocket(playground, AdjustableClock(), line, Control(line))
            rest = Rest(pocket)
            assert await pocket.ben.state() == before
            world = playground.world
            assert [world.users, world.guilds, world.channels, world.reads] == things
            assert [world.find_message(message["id"]) for message in (posted, inside)] == messages_before
            with closing(sqlite3.connect(file)) as database:
                messages = database.execute("SELECT id FROM thing WHERE kind = 'message'").fetchall()
                files = database.execute("SELECT id FROM file").fetchall()
            assert len(messages) == 2
            media = posted["components"][0]["items"][0]["media"]
            assert files == [(media["attachment_id"],)]
            again = await pocket.ben.messages(BRETTSPIELE)
            assert [m["id"] for m in again] == [m["id"] for m in rows] == [posted["id"]]
            url = again[0]["components"][0]["items"][0]["media"]["url"]
            assert url == media["url"].replace(old_url, playground.url)
            async with session.get(url) as response:
                assert await response.read() == png()
            assert (await rest.ask("POST", HERE, {"content": "x"})).code == 50013
            await pocket.control.deny(BRETTSPIELE)
            repeated = await rest.ask("POST", HERE, body, {"a.png": png()})
            assert repeated.body["id"] == posted["id"]
            fresh = await rest.ask("POST", HERE, {"content": "y"})
            assert int(fresh.body["id"]) > int(posted["id"])


async def test_changes_are_saved_while_running(tmp_path: Path) -> None:
    file = tmp_path / "world.db"
    async with aiohttp.ClientSession() as session, Playground.start(world=file) as playground:
        line = Line(session, playground.url)
        pocket = Pocket(playground, AdjustableClock(), line, Control(line))

        def written(kind: str, number: str, part: str) -> bool:
            with closing(sqlite3.connect(file)) as database:
                query = "SELECT 1 FROM thing WHERE kind = ? AND id = ? AND body LIKE '%' || ? || '%'"
                return database.execute(query, (kind, number, part)).fetchone() is not None

        message = await pocket.anna.say(BRETTSPIELE, "hi")
        thread = await pocket.anna.open_thread(BRETTSPIELE, "t", private=True)

        async def post_is_written() -> bool:
            return written("message", message["id"], "hi") and written("channel", thread, "")

        assert await pocket.until(post_is_written)
        assert not written("channel", thread, BEN)
        pocket.playground.world.add_members(thread, [BEN])

        async def member_is_written() -> bool:
            return written("channel", thread, BEN)

        assert await pocket.until(member_is_written)


async def test_file_of_the_first_format_is_read(tmp_path: Path) -> None:
    file = tmp_path / "world.db"
    async with aiohttp.ClientSession() as session:
        async with Playground.start(world=file) as playground:
            line = Line(session, playground.url)
            message = await Pocket(playground, AdjustableClock(), line, Control(line)).anna.say(
                BRETTSPIELE, "hi"
            )
        with closing(sqlite3.connect(file)) as database, database:
            for field in ("community", "left", "thread_cap", "allowed", "refusal", "refuses_opening"):
                database.execute("UPDATE thing SET body = json_remove(body, ?)", [f"$.{field}"])
            database.execute("PRAGMA user_version = 1")
        async with Playground.start(world=file) as playground:
            line = Line(session, playground.url)
            pocket = Pocket(playground, AdjustableClock(), line, Control(line))
            assert [m["id"] for m in await pocket.ben.messages(BRETTSPIELE)] == [message["id"]]
            assert not (await pocket.ben.state())["guilds"][0]["community"]


async def test_a_newer_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "world.db"
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA user_version = 99")
    with pytest.raises(WrongFormat):
        async with Playground.start(world=file):
            pass
