"""Rows of servers."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class WelcomeRecord:
    """The state of a server's welcome, and its time; None if undecided.

    `common` is when all servers of that time were marked as welcomed, None in a newer database.
    """

    decided: datetime | None = None
    status: str | None = None
    common: datetime | None = None
