"""Plies as they stand in the log of a match."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Automatic(StrEnum):
    """Why a player's ply was played without them: as they had planned, or because there was no other."""

    CONDITIONAL = "conditional"
    FORCED = "forced"

    @classmethod
    def _missing_(cls, value: object) -> "Automatic":
        # A newer version has played it; that it went by itself is what can be said.
        del value
        return cls.FORCED


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A ply in a log. `seat` is None for a ply of chance; `automatic` says why no player played it."""

    number: int
    seat: int | None
    text: str
    played: datetime
    automatic: Automatic | None = None
