"""Limitations: rights that a server withholds, and their effects."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Limitation(StrEnum):
    """A limitation in a channel.

    MESSAGES: nothing can be posted, players are notified directly. PICTURES: messages have no boards.
    THREADS: games get no thread and stay in the channel. POSTS: the same for forum posts. ROLE_CALLS: a role
    is mentioned, but its members are not notified.
    """

    MESSAGES = "messages"
    PICTURES = "pictures"
    THREADS = "threads"
    POSTS = "posts"
    ROLE_CALLS = "role-calls"


@dataclass(frozen=True, slots=True)
class LimitedChannel:
    """A limitation in a server's channel, with the code of Discord's last refusal.

    The code is None without a refusal, for example for a role that may not be mentioned.
    """

    server: int
    channel: int
    what: Limitation
    code: int | None


@dataclass(frozen=True, slots=True)
class KnownLimitation:
    """A limitation and when it last occurred."""

    limited: LimitedChannel
    latest: datetime
