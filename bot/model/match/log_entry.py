"""Plies in a match's log."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Automatic(StrEnum):
    """The reason for an automatic ply: the player had planned it, or it was forced."""

    CONDITIONAL = "conditional"
    FORCED = "forced"

    @classmethod
    def _missing_(cls, value: object) -> "Automatic":
        # Written by a newer version; at least the ply was automatic.
        del value
        return cls.FORCED


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A ply in a log. `seat` is None for a chance ply; `automatic` is the reason of an automatic ply."""

    number: int
    seat: int | None
    text: str
    played: datetime
    automatic: Automatic | None = None
