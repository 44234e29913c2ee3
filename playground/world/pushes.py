"""Push notifications of messages: their recipients and texts."""

from collections import deque
from dataclasses import dataclass

from playground.limits.mentions import USER_MENTION
from playground.values.events import MessagePosted, WorldEvent
from playground.values.messages import Message, MessageFlag
from playground.values.people import Json
from playground.values.places import Channel
from playground.world.world import World

KEPT = 10_000
# Phones differ, but all of them show this many characters.
TEXT_LENGTH = 100


@dataclass(frozen=True, slots=True)
class Push:
    """A notification of a person about a message. `text` is empty for a message of Components V2."""

    n: int
    user_id: str
    channel_id: str
    message_id: str
    text: str

    def json_view(self) -> Json:
        """Return the push in the control interface's form."""
        return {
            "n": self.n,
            "user_id": self.user_id,
            "channel_id": self.channel_id,
            "message_id": self.message_id,
            "text": self.text,
        }


class Pushes:
    """The pushes so far: for new messages of the bot in a DM, or with mentions.

    Edits notify nobody (discord-api-docs issues 1419, 2474, 1864); the notification of a V2 message has no
    text (issue 7854). Ephemeral answers and deferrals notify nobody.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._pushes: deque[Push] = deque(maxlen=KEPT)
        self._count = 0

    def __call__(self, event: WorldEvent) -> None:
        if not isinstance(event, MessagePosted):
            return
        message = event.message
        silent = MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.LOADING
        if message.author_id != self._world.bot.id or message.ephemeral_for or message.flags & silent:
            return
        channel = self._world.channels[message.channel_id]
        people = (channel.recipient_id,) if channel.is_dm else self._mentioned_people(message, channel)
        for user_id in people:
            user = self._world.users.get(user_id or "")
            if user is not None and not user.bot:
                self._count += 1
                text = self._text(message)
                self._pushes.append(Push(self._count, user.id, channel.id, message.id, text))

    def _mentioned_people(self, message: Message, channel: Channel) -> tuple[str, ...]:
        """Return the people mentioned by a message, directly or by a role, each once."""
        guild = self._world.guilds.get(channel.guild_id or "")
        holders = (
            user for role in message.role_mentions for user in ([] if guild is None else guild.holders(role))
        )
        return tuple(dict.fromkeys((*message.mentions, *holders)))

    def _text(self, message: Message) -> str:
        if message.has(MessageFlag.COMPONENTS_V2):
            return ""
        users = self._world.users

        def name(mention: str) -> str:
            user = users.get(mention)
            return f"@{user.global_name if user else 'unknown-user'}"

        return USER_MENTION.sub(lambda mention: name(mention[1]), message.content)[:TEXT_LENGTH]

    def since(self, n: int) -> list[Push]:
        """Return the pushes numbered above n, oldest first."""
        return [push for push in self._pushes if push.n > n]
