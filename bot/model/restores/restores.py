"""Restores of a backup: their result, and the refusal while a process serves the database."""

from dataclasses import dataclass
from datetime import datetime


class StillServed(RuntimeError):
    """A process serves the database, or did so a moment ago."""


@dataclass(frozen=True, slots=True)
class BegunRestore:
    """The effects of a restore: the running games, and the notices that may have been delivered."""

    epoch: int
    backed_up: datetime
    matches: int
    uncertain: int
