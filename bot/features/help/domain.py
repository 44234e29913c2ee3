"""When the bot introduces itself in a server: once, and never in a server that knows it."""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

AGAIN_AFTER: Final = timedelta(days=30)
"""The least time after a welcome until a server that adds the bot again gets another."""

MAX_CHANNELS: Final = 5
"""The most channels in which a welcome is tried."""


class WelcomeStatus(StrEnum):
    """The state of a server's welcome.

    KNOWN: none is due, as the server knew the bot before there were welcomes. DUE: not posted yet. POSTED: it
    is in a channel. PRIVATE: no channel accepts it, so it waits for the first person. READ: a person has seen
    it in private.
    """

    KNOWN = "known"
    DUE = "due"
    POSTED = "posted"
    PRIVATE = "private"
    READ = "read"


def is_due(joined: datetime, decided: datetime | None, common: datetime | None) -> bool:
    """Return whether a server that the bot has joined gets a welcome.

    `decided` is the time of its last welcome, `common` the time at which all servers of the bot were marked
    as welcomed.
    """
    if decided is not None:
        return joined - decided >= AGAIN_AFTER
    return common is None or joined > common
