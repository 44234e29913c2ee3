"""What processes over one database share: their leases, claims and limits, and restores."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class EpochRecord:
    """A row of `epochs`; what is reached is None once its restore is complete."""

    epoch: int
    backed_up: datetime
    begun: datetime
    last_game: int
    last_challenge: int
    undecided: int
    game_reached: int | None = None
    challenge_reached: int | None = None


@dataclass(frozen=True, slots=True)
class BackupRecord:
    """A row of `backups`; one that failed has a line that says why."""

    taken: datetime
    size: int | None = None
    failure: str | None = None


@dataclass(frozen=True, slots=True)
class ProcessRecord:
    """A row of `processes`; `wish` says which shards it is to hold, None where it takes none."""

    id: str
    name: str
    version: str
    started: datetime
    wish: str | None = None


@dataclass(frozen=True, slots=True)
class OthersRecord:
    """The other processes: how many live, and how many requests of all Discord has refused lately."""

    processes: int
    refused: int


@dataclass(frozen=True, slots=True)
class HoldRecord:
    """What Discord wants to be left alone with, for so many seconds from now on."""

    key: str
    seconds: float


@dataclass(frozen=True, slots=True)
class ShardRecord:
    """A row of `shards`: which process holds it, and how many shards there are in all.

    `connected` is None until its holder says so.
    """

    number: int
    total: int
    holder: str
    connected: bool | None = None
