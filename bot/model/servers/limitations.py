"""Limitations: rights that a server withholds, with their effects."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Limitation(StrEnum):
    """A limitation in a channel.

    MESSAGES: nothing can be posted, players are notified directly. PICTURES: messages go without their board.
    THREADS: games get no thread and stay in the channel. POSTS: the same for posts in a forum. ROLE_CALLS: a
    role is mentioned, but its members are not notified.
    """

    MESSAGES = "messages"
    PICTURES = "pictures"
    THREADS = "threads"
    POSTS = "posts"
    ROLE_CALLS = "role-calls"


@dataclass(frozen=True, slots=True)
class LimitedChannel:
    """Something that falls away in a channel of a server, and the code of Discord's last refusal.

    The code is None without a refusal, as with a role that nobody may mention.
    """

    server: int
    channel: int
    what: Limitation
    code: int | None


@dataclass(frozen=True, slots=True)
class KnownLimitation:
    """The same with when it was met last."""

    limited: LimitedChannel
    latest: datetime
