"""Name erasure in Components V2 messages, as posted by earlier versions."""

from datetime import UTC, datetime
from typing import Any

import discord
import pytest

from bot.model.people.privacy import GRACE
from tests.bot.chat.posted import PostedMessages
from tests.bot.chat.walks import begin
from tests.bot.features.privacy.service.leaving import act
from tests.bot.support.fakes import ANNA, BEN, HALL, World

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

FIRST = discord.utils.time_snowflake(datetime(2026, 11, 20, 12, tzinfo=UTC), high=True)
LAYOUT = 1 << 15
BUTTON = {"type": 2, "style": 1, "label": "Move", "custom_id": "fp:move:8:0"}


def put_layout(posted: PostedMessages, number: int, picture: str, *texts: str) -> None:
    """Put a framed layout by the bot into the hall: texts, a described picture, a button."""
    media = {"url": "https://x.test", "attachment_id": str(700 + number)}
    parts = [
        *({"type": 10, "content": text} for text in texts),
        {"type": 12, "items": [{"media": media, "description": picture}]},
        {"type": 1, "components": [BUTTON]},
    ]
    payload = {
        "components": [{"type": 17, "components": parts}],
        "allowed_mentions": {"users": [ANNA.id, BEN.id]},
    }
    posted.discord._store(FIRST + number, HALL.channel, payload)["flags"] = LAYOUT


async def edits_after_deletion(posted: PostedMessages) -> dict[int, dict[str, Any]]:
    """Delete Ben and clean the hall; return the edited messages by number."""
    before, world = dict(posted.discord.messages), posted.world
    await world.services.deletions.ask(world.by(BEN))
    world.time.pass_by(GRACE)
    await act(world)
    await posted.deliver()
    world.time.pass_by(GRACE)
    await posted.deliver()
    messages = posted.discord.messages
    return {
        number - FIRST: messages[number]
        for number in before
        if number > FIRST and messages[number] is not before[number]
    }


def parts(message: dict[str, Any]) -> list[Any]:
    """Return a layout's texts, picture descriptions and button labels."""
    (frame,) = message["components"]
    return [
        part.get("content")
        or [item.get("description") or item["label"] for item in part.get("items") or part["components"]]
        for part in frame["components"]
    ]


async def test_layout_texts_and_pictures_lose_the_name(world: World) -> None:
    await begin(world)
    posted = PostedMessages(world)
    await posted.deliver()
    put_layout(posted, 1, "a board", "<@1001> and <@1002>", "Ben wins")
    put_layout(posted, 2, "Anna wins", "Anna is right")
    put_layout(posted, 3, "Anna and Ben", "It is over")
    edited = await edits_after_deletion(posted)
    assert {number: parts(message) for number, message in edited.items()} == {
        1: ["<@1001> and jemand", "jemand wins", ["a board"], ["Move"]],
        3: ["It is over", ["Move"]],
    }
    assert {number: len(message["attachments"]) for number, message in edited.items()} == {1: 1, 3: 0}
    assert [user["id"] for user in edited[1]["mentions"]] == [str(ANNA.id)]
