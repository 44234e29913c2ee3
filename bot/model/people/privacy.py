"""Privacy: retention periods, and places of messages that still name an erased person."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar, Final

from bot.model.event import DomainEvent

GRACE: Final = timedelta(days=1)
"""How long a person can cancel their deletion."""

SERVER_KEPT: Final = timedelta(days=30)
"""How long a server's rows are kept after it removed the bot."""

REQUESTS_KEPT: Final = timedelta(days=7)
"""How long requests are remembered; Discord repeats none after a quarter of an hour."""

NOTICES_KEPT: Final = timedelta(days=30)
"""How long final notices are kept, except those of a running game's board and existing messages."""

MISSED_KEPT: Final = timedelta(days=180)
"""How long an undeliverable notice waits for its recipient."""

REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "takes-no-challenges": ("player",),
    "blocked-by-you": ("player",),
    "block-yourself": (),
    "block-bot": (),
    "too-many-blocked": ("limit",),
    "not-blocked": (),
    "would-resign": ("number",),
    "opponent-gone": (),
}


def is_alias(person: int) -> bool:
    return person < 0


@dataclass(frozen=True, slots=True)
class NameErasure(DomainEvent):
    """The erasure of a person's name from a `channel`, or from messages to a `reader`.

    Their current name was `name`, earlier names are `earlier`. `since` is when they may first have been named
    there; messages from the id `before` on are done. The place is in a `server` with the language `locale`.
    """

    background: ClassVar[bool] = True
    sensitive: ClassVar[bool] = True

    person: int
    name: str
    channel: int | None
    reader: int | None
    server: int | None
    locale: str
    since: datetime
    before: int | None = None
    earlier: tuple[str, ...] = ()
