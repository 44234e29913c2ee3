"""Every change of a world is in its file after the next flush."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from playground.values.messages import Attachment, Message
from playground.values.people import Json
from playground.values.places import Channel, ChannelType, ForumTag, Guild, Role
from playground.values.snowflakes import Snowflakes
from playground.values.uploads import FileShelf
from playground.world.archive import Archive
from playground.world.commands import CommandBook
from playground.world.seed import populate, the_bot
from playground.world.world import World
from tests.playground.world.worlds import Hand
from tests.pocket import ANNA, BEN, BOT, BRETTSPIELE, CLARA, EMMA, GAME_NIGHT, SPIELEABEND

ROLE = Role("41", "Players", 0, ("MENTION_EVERYONE", "ADD_REACTIONS"), mentionable=True)
THREAD = Channel(
    "42", ChannelType.PUBLIC_THREAD, "game", 0.0, SPIELEABEND, BRETTSPIELE, owner_id=BOT, members=(BOT, ANNA)
)
FORUM = Channel(
    "43",
    ChannelType.FORUM,
    "games",
    0.0,
    GAME_NIGHT,
    tags=(ForumTag("51", "ConHex", moderated=True), ForumTag("52", "Open")),
    requires_tag=True,
)
COMMANDS: list[Json] = [{"name": name, "description": "d", "options": []} for name in ("play", "quit")]
POST = Message(
    "61",
    BRETTSPIELE,
    BOT,
    0,
    1_800_000_000.0,
    content="board",
    components=({"type": 10, "id": 1, "content": "x"},),
    attachments=(Attachment("71", "board.png", 4, "image/png", 20, 10, "A board"),),
    mentions=(ANNA, BEN),
    role_mentions=("41",),
    nonce="n",
    metadata={"id": "5", "user_id": ANNA},
    token_of="t",
)
PRIVATE = Message("62", BRETTSPIELE, BOT, 20, 1_800_000_001.0, flags=64, ephemeral_for=BEN, command="play")


class Kept:
    """A world with the archive of a file."""

    def __init__(self, file: Path) -> None:
        clock = Hand()
        self.world = World(clock=clock, snowflakes=Snowflakes(clock), bot=the_bot())
        self.commands = CommandBook(self.world)
        self.shelf = FileShelf()
        self.archive = Archive(file, world=self.world, commands=self.commands, shelf=self.shelf)
        self.restored = self.archive.load()
        self.shelf.fall_back_on(self.archive.read_file)
        self.world.listen(self.archive)

    def guild(self, guild_id: str = SPIELEABEND) -> Guild:
        return self.world.guilds[guild_id]

    def everything(self) -> dict[str, Any]:
        world = self.world
        return {
            "users": world.users,
            "guilds": world.guilds,
            "channels": world.channels,
            "reads": world.reads,
            "messages": {channel: list(world.messages(channel)) for channel in world.channels},
            "commands": sorted(self.commands.everything(), key=lambda command: int(command["id"])),
        }


async def begin(file: Path) -> Kept:
    """Return a flushed world with a role, a thread, messages and commands."""
    kept = Kept(file)
    populate(kept.world)
    kept.world.add_role(kept.guild(), ROLE)
    kept.world.set_held(kept.guild(), CLARA, ROLE.id, held=True)
    kept.world.open_channel(THREAD)
    for message in (POST, PRIVATE, replace(POST, id="63", channel_id="42", attachments=(), nonce=None)):
        kept.world.post(message)
    kept.shelf.put("71", b"png!")
    kept.commands.replace_all(None, COMMANDS)
    kept.commands.replace_all(GAME_NIGHT, COMMANDS[:1])
    await kept.archive.flush()
    return kept


Change = Callable[[Kept], object]
CHANGES: dict[str, tuple[Change, ...]] = {
    "nothing": (),
    "a message posted, a person changed, a role given": (
        lambda kept: kept.world.post(replace(POST, id="64", nonce="other")),
        lambda kept: kept.world.set_user(replace(kept.world.users[EMMA], has_app=True)),
        lambda kept: kept.world.set_held(kept.guild(), ANNA, ROLE.id, held=True),
    ),
    "a message edited, people added, a role deleted, commands replaced": (
        lambda kept: kept.world.revise(replace(POST, content="new", edited=5.0, pinned=True)),
        lambda kept: kept.world.add_members("42", (BEN, CLARA)),
        lambda kept: kept.world.remove_role(kept.guild(), ROLE),
        lambda kept: kept.commands.replace_all(None, COMMANDS[1:]),
    ),
    "messages deleted, the bot removed": (
        lambda kept: kept.world.erase(PRIVATE),
        lambda kept: kept.world.erase(next(iter(kept.world.messages("42")))),
        lambda kept: kept.world.remove_bot(kept.guild(GAME_NIGHT)),
    ),
    "channels opened and changed, the bot added again": (
        lambda kept: kept.world.open_channel(FORUM),
        lambda kept: kept.world.set_channel(
            replace(kept.world.channels[BRETTSPIELE], denied=("SEND_MESSAGES",), denied_people=("CONNECT",))
        ),
        lambda kept: kept.world.add_bot(replace(kept.guild(), left=True)),
    ),
    "a channel deleted, direct messages moved": (
        lambda kept: kept.world.close_channel(kept.world.channels[BRETTSPIELE]),
        lambda kept: (kept.world.open_dm(BEN), kept.world.move_dm(BEN)),
    ),
    "people removed, guilds opened and changed": (
        lambda kept: kept.world.remove_members("42", (ANNA,)),
        lambda kept: kept.world.open_guild(replace(kept.guild(), id="44", refused_words=("a",))),
        lambda kept: kept.world.set_guild(replace(kept.guild(GAME_NIGHT), community=True)),
    ),
    "the bot allowed, a role added, a thread archived, a message read": (
        lambda kept: kept.world.allow_bot(kept.guild(GAME_NIGHT), ("MANAGE_ROLES", "CONNECT")),
        lambda kept: kept.world.add_role(kept.guild(), replace(ROLE, id="45"), above_bot=True),
        lambda kept: kept.world.archive_thread(THREAD, archived=True, locked=True),
        lambda kept: kept.world.mark_read(BEN, BRETTSPIELE, "61"),
    ),
    "a command deleted": (
        lambda kept: kept.commands.remove(GAME_NIGHT, kept.commands.in_scope(GAME_NIGHT)[0]["id"]),
    ),
}


@pytest.mark.parametrize("changes", CHANGES.values(), ids=CHANGES)
async def test_changes_survive_a_restart(
    tmp_path: Path, changes: tuple[Callable[[Kept], object], ...]
) -> None:
    kept = await begin(tmp_path / "world.db")
    for change in changes:
        change(kept)
    await kept.archive.flush()
    again = Kept(tmp_path / "world.db")
    assert again.restored
    assert again.everything() == kept.everything()


async def test_file_bytes_are_stored_only_on_disk(tmp_path: Path) -> None:
    kept = await begin(tmp_path / "world.db")
    assert kept.shelf.unsaved_files() == {}
    assert [await kept.shelf.get(file) for file in ("71", "72")] == [b"png!", None]
    again = Kept(tmp_path / "world.db")
    assert await again.shelf.get("71") == b"png!"
    assert again.world.message_by_nonce(BOT, "n") == "61"
    again.world.erase(POST)
    await again.archive.flush()
    assert await Kept(tmp_path / "world.db").shelf.get("71") is None


async def test_messages_of_a_missing_channel_are_ignored(tmp_path: Path) -> None:
    file = tmp_path / "world.db"
    kept = await begin(file)
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("DELETE FROM thing WHERE kind = 'channel' AND id = '42'")
    again = Kept(file)
    assert "42" not in again.world.channels
    assert again.world.find_message("63") is None
    assert again.world.find_message("61") == kept.world.find_message("61")


def test_new_file_holds_no_world(tmp_path: Path) -> None:
    assert not Kept(tmp_path / "in" / "a folder" / "world.db").restored


async def test_deleted_channel_is_removed_from_the_file(tmp_path: Path) -> None:
    kept = await begin(tmp_path / "world.db")
    kept.world.close_channel(kept.world.channels[BRETTSPIELE])
    await kept.archive.flush()
    with closing(sqlite3.connect(tmp_path / "world.db")) as database:
        rows = database.execute("SELECT kind, id FROM thing WHERE kind IN ('channel', 'message')").fetchall()
    assert {kind for kind, _ in rows} == {"channel"}
    assert {number for _, number in rows} == kept.world.channels.keys()
