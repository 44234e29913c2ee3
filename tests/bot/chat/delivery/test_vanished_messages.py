"""Refused edits: only a deleted message counts as gone."""

from typing import Any, cast

import discord
import pytest

from bot.chat.core.messages.message_edits import Edit
from bot.chat.delivery.discord_sender import DiscordSender
from bot.model.people.person import MessageRef

REF = MessageRef(70, 900)


class _Response:
    status, reason = 404, "Not Found"


class _Refusing:
    """A channel that refuses to show its messages, with an error code."""

    def __init__(self, code: int) -> None:
        self._code = code

    def get_partial_messageable(self, _channel: int) -> "_Refusing":
        return self

    async def fetch_message(self, _message: int) -> discord.Message:
        raise discord.NotFound(cast("Any", _Response()), {"code": self._code, "message": "refused"})


async def _edit(_: discord.Message) -> Edit | None:
    raise AssertionError("there is nothing to edit")


@pytest.mark.parametrize(
    ("code", "still_there"), [(10008, False), (50001, True)], ids=["unknown message", "missing access"]
)
async def test_an_edit_reports_a_vanished_message(code: int, still_there: bool) -> None:
    nothing: Any = None
    sender = DiscordSender(cast("discord.Client", _Refusing(code)), nothing, nothing, nothing, 0)
    assert await sender.change(REF, _edit) is still_there
