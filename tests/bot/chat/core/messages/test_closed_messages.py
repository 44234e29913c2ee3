"""Closing of classic messages with a remark."""

from types import SimpleNamespace

import pytest

from bot.chat.core.messages.message_edits import closing_edit
from bot.chat.core.messages.public_message import CONTENT_LIMIT
from tests.bot.chat import guilds
from tests.bot.chat.posted import MessagesInMemory

CHANNEL = 70
REMARK = "It is over."


async def content_after_closing(content: str) -> str:
    """Post a message and close it; return its content."""
    messages = MessagesInMemory(state=(state := guilds.guild()._state))
    data = await messages.send_message(CHANNEL, params=SimpleNamespace(payload={"content": content}))
    state.http = messages  # type: ignore[assignment]  # the part that an edit uses
    await closing_edit(message := messages.message(data), REMARK).apply(message)
    return str(messages.messages[message.id]["content"])


@pytest.mark.assumes("content-2000")
async def test_a_full_message_is_cut_for_its_closing_remark() -> None:
    room = CONTENT_LIMIT - len(f"\n{REMARK}")
    assert await content_after_closing("x" * room) == f"{'x' * room}\n{REMARK}"
    for length in (room + 1, CONTENT_LIMIT):
        content = await content_after_closing("x" * length)
        assert content == f"{'x' * (room - 1)}…\n{REMARK}"
        assert len(content) <= CONTENT_LIMIT
