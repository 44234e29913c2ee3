"""Direct messages: pacing of first messages, changed channels, quarantine."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from discord import HTTPException

from bot.chat.core.failures.discord_refusals import requested_pause
from bot.chat.delivery.direct_messages import DirectMessages
from bot.chat.delivery.discord_sender import PlaceClosed, Post
from bot.chat.rate_limits.refusals import LeftAlone
from bot.kernel.outbox.notices import Notice
from bot.model.events.events import ChallengeExpired
from bot.model.people.person import MessageRef
from bot.model.people.quarantine import Quarantined
from tests.bot.chat.delivery.refusing_discord import refusal

ANNA, CHANNEL = 1, 900
NOTICE = Notice(9, ChallengeExpired(3), 3, None, None, ANNA, 0, uncertain=False)


class Discord:
    """A client with one direct-message channel, which may have messages."""

    def __init__(self, last_message: str | None) -> None:
        self.http = self
        self.opened = 0
        self._last_message = last_message

    async def start_private_message(self, _person: int) -> dict[str, str | None]:
        self.opened += 1
        return {"id": str(CHANNEL), "last_message_id": self._last_message}


class Turns:
    """A pace that makes first messages wait."""

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
    turns = Turns(timedelta(days=1, seconds=30))
    messages = direct(Discord(None), turns)
    with pytest.raises(LeftAlone) as waits:
        await messages.post(ANNA, NOTICE, POST)
    assert requested_pause(waits.value) == 86_430
    turns.wait = timedelta()
    assert await messages.post(ANNA, NOTICE, POST) == MessageRef(CHANNEL, 1)
    assert turns.taken == [NOTICE.id] * 2


async def test_later_messages_do_not_wait() -> None:
    turns, discord = Turns(timedelta()), Discord(None)
    messages = direct(discord, turns)
    for _ in range(3):
        await messages.post(ANNA, NOTICE, POST)
    assert (turns.taken, discord.opened) == ([NOTICE.id], 1)


async def test_a_channel_with_messages_needs_no_turn() -> None:
    turns = Turns(timedelta(seconds=30))
    assert await direct(Discord("77"), turns).post(ANNA, NOTICE, POST) == MessageRef(CHANNEL, 1)
    assert turns.taken == []


class Refusing:
    """A sender that refuses with the given codes in turn, then posts."""

    def __init__(self, *codes: int) -> None:
        self.codes, self.channels = list(codes), list[int]()

    async def post(self, channel: int, _notice: Notice, _post: Post) -> MessageRef:
        self.channels.append(channel)
        if self.codes:
            code = self.codes.pop(0)
            raise PlaceClosed(str(code), code=code)
        return MessageRef(channel, 1)


class Moving(Discord):
    """A client that opens another channel each time, or refuses with `code`."""

    code: int | None = None

    async def start_private_message(self, _person: int) -> dict[str, str | None]:
        if self.code is not None:
            raise refusal(self.code)
        self.opened += 1
        return {"id": str(CHANNEL + self.opened), "last_message_id": self._last_message}


class Pace(Turns):
    """A pace without waits; in a quarantine it refuses first messages."""

    def __init__(self, *, quarantined: bool = False) -> None:
        super().__init__(timedelta())
        self.quarantined, self.quarantines = quarantined, 0

    async def take_turn(self, notice: int) -> timedelta:
        if self.quarantined:
            raise Quarantined
        return await super().take_turn(notice)

    async def quarantine(self) -> bool:
        self.quarantines += 1
        return self.quarantines == 1


def messages(discord: Discord, sender: Refusing, pace: Pace) -> DirectMessages:
    client: Any = discord
    posting: Any = sender
    turns: Any = pace
    return DirectMessages(client, posting, turns)


async def test_an_inaccessible_channel_is_reopened_under_its_new_id() -> None:
    sender = Refusing(50001)
    direct = messages(Moving("77"), sender, Pace())
    assert await direct.post(ANNA, NOTICE, POST) == MessageRef(CHANNEL + 2, 1)
    assert await direct.post(ANNA, NOTICE, POST) == MessageRef(CHANNEL + 2, 1)
    assert sender.channels == [CHANNEL + 1, CHANNEL + 2, CHANNEL + 2]
    assert await direct.channel(ANNA, reopen=True) == CHANNEL + 3


@pytest.mark.parametrize(("discord", "code"), [(Discord("77"), 50001), (Moving("77"), 50007)])
async def test_a_closed_channel_stays_closed(discord: Discord, code: int) -> None:
    sender = Refusing(code, code)
    with pytest.raises(PlaceClosed) as closed:
        await messages(discord, sender, Pace()).post(ANNA, NOTICE, POST)
    assert (closed.value.code, len(sender.channels)) == (code, 1)


async def test_a_quarantine_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    pace = Pace()
    direct = messages(Moving("77"), Refusing(20026, 20026), pace)
    for _ in range(2):
        with pytest.raises(PlaceClosed):
            await direct.post(ANNA, NOTICE, POST)
    assert pace.quarantines == 2
    assert len([record for record in caplog.records if record.levelname == "CRITICAL"]) == 1
    with pytest.raises(PlaceClosed) as closed:
        await messages(Moving(None), Refusing(), Pace(quarantined=True)).post(ANNA, NOTICE, POST)
    assert closed.value.code == 20026


async def test_failures_to_open_a_direct_channel() -> None:
    discord = Moving("77")
    for code in (50007, 10013):
        discord.code = code
        with pytest.raises(PlaceClosed) as closed:
            await messages(discord, Refusing(), Pace()).channel(ANNA)
        assert closed.value.code == code
    discord.code = 40003
    with pytest.raises(HTTPException):
        await messages(discord, Refusing(), Pace()).channel(ANNA)
