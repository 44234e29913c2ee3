"""Messages and their files."""

from dataclasses import dataclass
from enum import IntEnum, IntFlag

from playground.values.people import Json


class MessageFlag(IntFlag):
    """The message flags known to the playground."""

    NONE = 0
    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


class MessageType(IntEnum):
    """The message types that the playground creates."""

    DEFAULT = 0
    RECIPIENT_ADD = 1
    CHANNEL_NAME_CHANGE = 4
    THREAD_CREATED = 18
    REPLY = 19
    CHAT_INPUT_COMMAND = 20
    CONTEXT_MENU_COMMAND = 23


UNDELETABLE = frozenset({MessageType.RECIPIENT_ADD, MessageType.CHANNEL_NAME_CHANGE})
"""Message types that cannot be deleted: resources/message, table of types (discord-api-docs 5921, 6108)."""


SYSTEM_TYPES = UNDELETABLE | {MessageType.THREAD_CREATED}
"""Message types that cannot be edited."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of a message; its bytes are stored elsewhere under the same id."""

    id: str
    filename: str
    size: int
    content_type: str
    width: int | None = None
    height: int | None = None
    description: str | None = None
    ephemeral: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """A message as stored.

    `components` keep `attachment://name`, which the wire form replaces by addresses. `mentions` and
    `role_mentions` are the ids of pinged people and roles. `ephemeral_for` is the only person who sees it,
    `token_of` the interaction it answers.
    """

    id: str
    channel_id: str
    author_id: str
    type: int
    timestamp: float
    content: str = ""
    flags: int = 0
    components: tuple[Json, ...] = ()
    embeds: tuple[Json, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    mentions: tuple[str, ...] = ()
    role_mentions: tuple[str, ...] = ()
    edited: float | None = None
    pinned: bool = False
    nonce: str | None = None
    reference: Json | None = None
    metadata: Json | None = None
    command: str | None = None
    ephemeral_for: str | None = None
    token_of: str | None = None

    def has(self, flag: MessageFlag) -> bool:
        return bool(self.flags & flag)

    def is_visible_to(self, user_id: str) -> bool:
        """Return whether a person with access to the channel also sees this message."""
        return self.ephemeral_for is None or self.ephemeral_for == user_id
