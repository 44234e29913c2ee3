"""Messages of the bot and their edits, as values to approve."""

import json
from dataclasses import fields
from typing import Any

from syrupy.assertion import SnapshotAssertion

from playground.interactions.posting import Posting, PostOrigin
from playground.values.errors import ApiError
from playground.values.messages import Message, MessageFlag
from playground.values.places import Role
from playground.values.uploads import FileShelf, Upload
from tests.playground.little_bot import png
from tests.playground.world.worlds import Hand, seeded
from tests.pocket import ANNA, BEN, BOARD_GAMES, BOT, CLARA, GAME_NIGHT

Json = dict[str, Any]
TO_ALL = f"For <@{ANNA}>, <@{BEN}> and <@&31>"
QUIET = int(MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS)
UNSETTABLE = int(MessageFlag.LOADING | MessageFlag.EPHEMERAL | MessageFlag.HAS_THREAD)
V2 = int(MessageFlag.COMPONENTS_V2)
EMBED = {"title": "An embed"}
PICTURE = {"type": 12, "items": [{"media": {"url": "attachment://b.png"}}]}
PRIVATE = PostOrigin(type=20, ephemeral_for=ANNA, command="move", token_of="5")
DEFERRED = PostOrigin(loading=True)


def layout(*texts: str) -> list[Json]:
    return [{"type": 10, "content": text} for text in texts]


POSTS: list[tuple[Json, PostOrigin]] = [
    ({"content": TO_ALL, "nonce": 17}, PostOrigin()),
    ({"content": TO_ALL, "allowed_mentions": {"parse": ["roles"], "users": [BEN]}}, PostOrigin()),
    ({"content": "Quiet", "flags": QUIET | UNSETTABLE, "embeds": [EMBED]}, PostOrigin()),
    ({"flags": V2, "components": [*layout(TO_ALL), PICTURE]}, PostOrigin()),
    ({"content": TO_ALL, "nonce": 17, "allowed_mentions": {"parse": []}}, PRIVATE),
    ({}, DEFERRED),
    ({"content": " ", "flags": QUIET}, PostOrigin()),
    ({"content": "x", "poll": {"x": 1}, "sticker_ids": ["5"]}, PostOrigin()),
]
EDITS: list[Json] = [
    {"content": None},
    {"flags": int(MessageFlag.SUPPRESS_NOTIFICATIONS)},
    {"content": f"Now <@{CLARA}>", "flags": V2},
    {"content": f"Now <@{CLARA}> and <@&31>", "flags": 0, "allowed_mentions": {"parse": ["users"]}},
    {"embeds": [EMBED]},
    {"embeds": [], "attachments": []},
    {"flags": V2, "content": None, "embeds": [], "components": layout(f"Now <@{BEN}>")},
]


async def test_posted_and_edited_messages_match_snapshot(snapshot: SnapshotAssertion) -> None:
    clock = Hand()
    world, shelf = seeded(clock), FileShelf()
    world.add_role(world.guilds[GAME_NIGHT], Role("31", "Players", 0, (), mentionable=True))
    posting = Posting(world, shelf)
    names = {ANNA: "anna", BEN: "ben", CLARA: "clara"}

    def told(message: Message) -> str:
        stored = world.message(message.channel_id, message.id)
        assert stored is not None
        values = {field.name: getattr(stored, field.name) for field in fields(Message)}
        for known in ("id", "channel_id", "author_id", "timestamp"):
            del values[known]
        values["flags"] = MessageFlag(stored.flags).name
        values["edited"] = stored.edited and f"{clock.now() - stored.edited:.0f} s ago"
        values["attachments"] = [f"{file.filename} {file.ephemeral}" for file in stored.attachments]
        return json.dumps({name: value for name, value in values.items() if value})

    def refused(error: ApiError) -> str:
        return json.dumps(error.body())

    lines = []
    for body, origin in POSTS:
        lines.append(json.dumps(body))
        uploads = [Upload("files[0]", "b.png", "image/png", png())] if body.get("content") != " " else []
        try:
            message = posting.create(
                channel_id=BOARD_GAMES, author_id=BOT, body=body, uploads=uploads, origin=origin
            )
        except ApiError as error:
            lines.append(f"    {refused(error)}")
            continue
        lines.append(f"    {told(message)}")
        for edit in EDITS:
            clock.moment += 60
            lines.append(f"  {json.dumps(edit)}")
            try:
                message = world.find_message(message.id) or message
                posting.edit(message, edit, mark="content" in edit)
            except ApiError as error:
                lines.append(f"    {refused(error)}")
            lines.append(f"    {told(message)}")
        stored = world.find_message(message.id) or message
        lines.append(f"  stored {[await shelf.get(file.id) == png() for file in stored.attachments]}")
    text = "\n".join(lines)
    for number, name in names.items():
        text = text.replace(number, name)
    assert text == snapshot
