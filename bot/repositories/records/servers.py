"""Rows of servers."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class WelcomeRecord:
    """How the welcome of a server stands, and since when; None where nothing was decided.

    `common` is when all servers that the bot was in were taken as welcomed, None in a database begun since.
    """

    decided: datetime | None = None
    status: str | None = None
    common: datetime | None = None
