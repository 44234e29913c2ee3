"""Storage of the world in one SQLite file, so that a restart resumes it."""

import asyncio
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import fields
from pathlib import Path
from typing import TypeVar

from playground.values.events import (
    ChannelChanged,
    ChannelClosed,
    ChannelOpened,
    CommandsChanged,
    GuildChanged,
    GuildLeft,
    GuildOpened,
    MembersChanged,
    MessageDeleted,
    MessageEdited,
    MessagePosted,
    ReadMoved,
    RoleChanged,
    RolesHeldChanged,
    UserChanged,
    WorldEvent,
)
from playground.values.messages import Attachment, Message
from playground.values.people import Json, User
from playground.values.places import Channel, ForumTag, Guild, Role
from playground.values.uploads import FileShelf
from playground.world.commands import CommandBook
from playground.world.world import World

SCHEMA = """
CREATE TABLE IF NOT EXISTS thing (
  kind TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (kind, id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS file (id TEXT PRIMARY KEY, data BLOB NOT NULL);
"""
FORMAT = 2
Value = TypeVar("Value", User, Guild, Channel, Message)
Key = tuple[str, str]


class WrongFormat(Exception):
    """The file was written by a newer playground."""


def flat(value: User | Guild | Channel | Message) -> Json:
    """Return a value's fields as JSON."""
    shape: Json = {item.name: getattr(value, item.name) for item in fields(value)}
    if isinstance(value, Message):
        shape["attachments"] = [
            {item.name: getattr(file, item.name) for item in fields(file)} for file in value.attachments
        ]
    if isinstance(value, Guild):
        shape["roles"] = [
            {item.name: getattr(role, item.name) for item in fields(role)} for role in value.roles
        ]
    return shape


def read_guild(shape: Json) -> Guild:
    """Parse a guild; older files have no roles."""
    roles = tuple(Role(**_with_tuples(role)) for role in shape.get("roles", ()))
    holders = tuple((str(user), str(role)) for user, role in shape.get("held", ()))
    return Guild(**(_with_tuples(shape) | {"roles": roles, "held": holders}))


def _with_tuples(shape: Json) -> Json:
    return {key: tuple(item) if isinstance(item, list) else item for key, item in shape.items()}


def read_message(shape: Json) -> Message:
    files = tuple(Attachment(**file) for file in shape["attachments"])
    return Message(**(_with_tuples(shape) | {"attachments": files}))


def read_channel(shape: Json) -> Channel:
    tags = tuple(ForumTag(*tag) for tag in shape.get("tags", ()))
    return Channel(**(_with_tuples(shape) | {"tags": tags}))


READERS: dict[str, Callable[[Json], User | Guild | Channel | Message]] = {
    "user": lambda shape: User(**shape),
    "guild": read_guild,
    "channel": read_channel,
    "message": read_message,
}


class Archive:
    """Records changed objects and writes them in one transaction, off the event loop."""

    def __init__(self, path: Path, *, world: World, commands: CommandBook, shelf: FileShelf) -> None:
        self._path = path
        self._world = world
        self._commands = commands
        self._shelf = shelf
        self._dirty: set[Key] = set()
        self._commands_dirty = False
        self._writing = asyncio.Lock()

    def __call__(self, event: WorldEvent) -> None:
        match event:
            case MessagePosted(message) | MessageEdited(message) | MessageDeleted(message):
                self._dirty |= {("message", message.id), ("channel", message.channel_id)}
            case ChannelOpened(channel) | ChannelChanged(channel):
                self._dirty.add(("channel", channel.id))
            case ChannelClosed(channel, message_ids):
                self._dirty.add(("channel", channel.id))
                self._dirty |= {("message", message_id) for message_id in message_ids}
            case UserChanged(user):
                self._dirty.add(("user", user.id))
            case MembersChanged(channel):
                self._dirty.add(("channel", channel.id))
            case GuildOpened(guild) | GuildChanged(guild) | GuildLeft(guild):
                self._dirty.add(("guild", guild.id))
            case RoleChanged(guild) | RolesHeldChanged(guild):
                self._dirty.add(("guild", guild.id))
            case ReadMoved(user_id, channel_id):
                self._dirty.add(("read", f"{user_id}/{channel_id}"))
            case CommandsChanged():
                self._commands_dirty = True
            case _:
                pass

    def load(self) -> bool:
        """Restore the world, if the file has one; return whether it had. Raises WrongFormat."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with closing(self._connect()) as database:
            version = database.execute("PRAGMA user_version").fetchone()[0]
            if version > FORMAT:
                raise WrongFormat(f"{self._path} was written by a newer version")
            database.executescript(SCHEMA)
            database.execute(f"PRAGMA user_version = {FORMAT}")
            rows = database.execute("SELECT kind, id, body FROM thing").fetchall()
            files = database.execute("SELECT id FROM file").fetchall()
        things: dict[str, list[tuple[str, Json]]] = {}
        for kind, thing_id, body in rows:
            things.setdefault(kind, []).append((thing_id, json.loads(body)))
        for kind, read in READERS.items():
            for _, shape in sorted(things.get(kind, ()), key=lambda item: int(item[0])):
                self._restore(read(shape))
        self._drop_files({row[0] for row in files}, things.get("message", []))
        for _, command in things.get("command", ()):
            self._commands.restore(command)
        for key, mark in things.get("read", ()):
            user_id, _, channel_id = key.partition("/")
            self._world.reads[user_id, channel_id] = mark["message_id"]
        return bool(rows)

    def _drop_files(self, names: set[str], messages: list[tuple[str, Json]]) -> None:
        """Delete the files that no message refers to any more."""
        file_ids = {file["id"] for _, shape in messages for file in shape["attachments"]}
        with closing(self._connect()) as database, database:
            database.executemany("DELETE FROM file WHERE id = ?", [(file,) for file in names - file_ids])

    def _restore(self, value: User | Guild | Channel | Message) -> None:
        # Messages of a concurrently deleted channel may remain.
        if not isinstance(value, Message) or value.channel_id in self._world.channels:
            self._world.restore(value)

    def _connect(self) -> sqlite3.Connection:
        database = sqlite3.connect(self._path, timeout=10)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        return database

    async def read_file(self, attachment_id: str) -> bytes | None:
        """Return an attachment's stored bytes, None if there are none."""

        def read() -> bytes | None:
            with closing(self._connect()) as database:
                row = database.execute("SELECT data FROM file WHERE id = ?", (attachment_id,)).fetchone()
            return None if row is None else row[0]

        return await asyncio.to_thread(read)

    async def flush(self) -> None:
        """Write all changes."""
        async with self._writing:
            dirty, self._dirty = self._dirty, set()
            commands_changed, self._commands_dirty = self._commands_dirty, False
            blobs = self._shelf.unsaved_files()
            if not (dirty or commands_changed or blobs):
                return
            rows = [(*key, self._body(*key)) for key in dirty]
            commands = self._commands.everything() if commands_changed else None
            await asyncio.to_thread(self._write, rows, commands, blobs)
            self._shelf.forget(list(blobs))

    def _body(self, kind: str, thing_id: str) -> str | None:
        world = self._world
        if kind == "read":
            user_id, _, channel_id = thing_id.partition("/")
            return json.dumps({"message_id": world.reads[user_id, channel_id]})
        value: User | Guild | Channel | Message | None
        match kind:
            case "user":
                value = world.users.get(thing_id)
            case "guild":
                value = world.guilds.get(thing_id)
            case "channel":
                value = world.channels.get(thing_id)
            case _:
                value = world.find_message(thing_id)
        return None if value is None else json.dumps(flat(value))

    def _write(
        self,
        rows: list[tuple[str, str, str | None]],
        commands: list[Json] | None,
        blobs: dict[str, bytes],
    ) -> None:
        with closing(self._connect()) as database, database:
            database.executemany(
                "DELETE FROM thing WHERE kind = ? AND id = ?", [row[:2] for row in rows if row[2] is None]
            )
            database.executemany(
                "INSERT OR REPLACE INTO thing VALUES (?, ?, ?)", [row for row in rows if row[2] is not None]
            )
            if commands is not None:
                database.execute("DELETE FROM thing WHERE kind = 'command'")
                database.executemany(
                    "INSERT INTO thing VALUES ('command', ?, ?)",
                    [(command["id"], json.dumps(command)) for command in commands],
                )
            database.executemany("INSERT OR REPLACE INTO file VALUES (?, ?)", list(blobs.items()))
