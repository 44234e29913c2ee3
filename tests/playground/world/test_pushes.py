"""The people whose phones ring for a message of the bot, and the text that they see."""

from typing import Any

import pytest

from playground.values.messages import Message, MessageFlag
from playground.values.places import Role
from playground.values.snowflakes import Snowflakes
from playground.world.pushes import TEXT_LENGTH, Pushes
from playground.world.seed import populate, the_bot
from playground.world.world import World
from tests.pocket import ANNA, BEN, BOARD_GAMES, BOT, CLARA, GAME_NIGHT


class Noon:
    """A clock stopped at a fixed time."""

    def now(self) -> float:
        return 1_800_000_000.0


class Phones:
    """A world whose bot posts messages, and its pushes."""

    def __init__(self) -> None:
        self.world = World(clock=Noon(), snowflakes=Snowflakes(Noon()), bot=the_bot())
        populate(self.world)
        role = Role("31", "Players", 0, (), mentionable=True)
        self.world.add_role(self.world.guilds[GAME_NIGHT], role)
        for person in (CLARA, ANNA):
            self.world.set_held(self.world.guilds[GAME_NIGHT], person, "31", held=True)
        self.pushes = Pushes(self.world)
        self.world.listen(self.pushes)

    def post(self, channel: str = BOARD_GAMES, **more: Any) -> Message:
        fields: dict[str, Any] = {
            "author_id": BOT,
            "type": 0,
            "timestamp": Noon().now(),
            "content": "Hello",
        } | more
        message = Message(self.world.snowflakes.mint(), channel, **fields)
        self.world.post(message)
        return message

    def rung(self, **more: Any) -> list[str]:
        """Post a message; return those whose phone rings."""
        before = max((push.n for push in self.pushes.since(0)), default=0)
        self.post(**more)
        return [push.user_id for push in self.pushes.since(before)]


@pytest.fixture
def phones() -> Phones:
    return Phones()


def test_mentioned_people_are_pinged_once_each(phones: Phones) -> None:
    assert phones.rung() == []
    assert phones.rung(mentions=(BEN, ANNA)) == [BEN, ANNA]
    assert phones.rung(role_mentions=("31",)) == [CLARA, ANNA]
    assert phones.rung(mentions=(CLARA, BEN), role_mentions=("31",)) == [CLARA, BEN, ANNA]
    assert phones.rung(mentions=(BOT, "7")) == []
    assert phones.rung(mentions=(BEN,), author_id=ANNA) == []


def test_dm_pings_its_recipient(phones: Phones) -> None:
    direct = phones.world.open_dm(BEN).id
    assert phones.rung(channel=direct) == [BEN]
    assert phones.rung(channel=direct, mentions=(ANNA,)) == [BEN]
    assert phones.rung(channel=direct, author_id=BEN) == []


@pytest.mark.parametrize(
    "silent",
    [
        {"flags": int(MessageFlag.SUPPRESS_NOTIFICATIONS)},
        {"flags": int(MessageFlag.LOADING)},
        {"flags": int(MessageFlag.COMPONENTS_V2 | MessageFlag.SUPPRESS_NOTIFICATIONS)},
        {"ephemeral_for": BEN},
    ],
)
def test_silent_private_and_deferred_messages_ping_nobody(phones: Phones, silent: dict[str, Any]) -> None:
    assert phones.rung(mentions=(BEN,), **silent) == []
    assert phones.rung(channel=phones.world.open_dm(BEN).id, **silent) == []
    assert phones.rung(mentions=(BEN,)) == [BEN]


def test_push_names_its_message_and_mentioned_people(phones: Phones) -> None:
    text = f"<@{ANNA}>, <@!{BEN}> and <@7> " + "x" * TEXT_LENGTH
    message = phones.post(content=text, mentions=(ANNA,))
    phones.post(content="layout", flags=int(MessageFlag.COMPONENTS_V2), mentions=(BEN,))
    first, second = phones.pushes.since(0)
    assert first.json_view() == {
        "n": 1,
        "user_id": ANNA,
        "channel_id": BOARD_GAMES,
        "message_id": message.id,
        "text": f"@Anna, @Ben and @unknown-user {'x' * TEXT_LENGTH}"[:TEXT_LENGTH],
    }
    assert (second.n, second.text) == (2, "")
    assert phones.pushes.since(1) == [second]
    assert phones.pushes.since(2) == []
