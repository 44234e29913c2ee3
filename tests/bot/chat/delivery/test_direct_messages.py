"""Direct messages: only the first one to a person waits for its turn."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from bot.chat.delivery.direct_messages import DirectMessages
from bot.chat.delivery.discord_sender import Post
from bot.chat.rate_limits.refusals import LeftAlone
from bot.kernel.outbox.notices import Notice
from bot.model.events.events import ChallengeExpired
from bot.model.people.person import MessageRef

ANNA, CHANNEL = 1, 900
NOTICE = Notice(9, ChallengeExpired(3), 3, None, None, ANNA, 0, uncertain=False)


class Discord:
    """Opens one channel of direct messages, in which somebody may have written."""

    def __init__(self, last_message: str | None) -> None:
        self.http = self
        self.opened = 0
        self._last_message = last_message

    async def start_private_message(self, _person: int) -> dict[str, str | None]:
        self.opened += 1
        return {"id": str(CHANNEL), "last_message_id": self._last_message}


class Turns:
    """First messages that have to wait."""

    def __init__(self, wait: timedelta) -> None:
        self.wait = wait
        self.taken: list[int] = []

    async def take_turn(self, notice: int) -> timedelta:
        self.taken.append(notice)
        return self.wait


class Posting:
    async def post(self, channel: int, _notice: Notice, _post: Post) -> MessageRef:
        return MessageRef(channel, 1)


def direct(discord: Discord, turns: Turns) -> DirectMessages:
    client: Any = discord
    sender: Any = Posting()
    first_messages: Any = turns
    return DirectMessages(client, sender, first_messages)


POST: Any = SimpleNamespace()


async def test_a_first_message_waits_for_its_turn() -> None:
    turns = Turns(timedelta(seconds=30))
    messages = direct(Discord(None), turns)
    with pytest.raises(LeftAlone):
        await messages.post(ANNA, NOTICE, POST)
    turns.wait = timedelta()
    assert await messages.post(ANNA, NOTICE, POST) == MessageRef(CHANNEL, 1)
    assert turns.taken == [NOTICE.id] * 2


async def test_later_messages_wait_for_nobody() -> None:
    turns, discord = Turns(timedelta()), Discord(None)
    messages = direct(discord, turns)
    for _ in range(3):
        await messages.post(ANNA, NOTICE, POST)
    assert (turns.taken, discord.opened) == ([NOTICE.id], 1)


async def test_a_channel_with_messages_is_known() -> None:
    turns = Turns(timedelta(seconds=30))
    assert await direct(Discord("77"), turns).post(ANNA, NOTICE, POST) == MessageRef(CHANNEL, 1)
    assert turns.taken == []
