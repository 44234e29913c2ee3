"""Plies in the log of a match."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Automatic(StrEnum):
    """Why a player's ply was played without them: as they had planned, or because there was no other."""

    CONDITIONAL = "conditional"
    FORCED = "forced"

    @classmethod
    def _missing_(cls, value: object) -> "Automatic":
        # Written by a newer version; at least the ply was automatic.
        del value
        return cls.FORCED


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A ply in a log. `seat` is None for a chance ply; `automatic` is the reason for an automatic one."""

    number: int
    seat: int | None
    text: str
    played: datetime
    automatic: Automatic | None = None
