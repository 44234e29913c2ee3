"""How strong players are, and what has been won."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class RatingRecord:
    """A row of `ratings`: of a player in a game, as a `role` where it is rated by that, within a scope.

    `rated` is when the latest of its `results` was reached, `settled_until` when it becomes provisional
    without further ones (None where it is), `formula` the number of the way in which it was computed.
    """

    scope: int
    key: str
    role: str
    player: int
    value: float
    deviation: float
    volatility: float
    results: int
    rated: datetime
    settled_until: datetime | None
    formula: int


@dataclass(frozen=True, slots=True)
class RatingChangeRecord:
    """A row of `rating_changes`: what the result of a game, or of the series it ends, did to a rating."""

    game: int
    scope: int
    player: int
    key: str
    role: str
    value_before: float
    deviation_before: float
    value: float
    deviation: float
    ended: datetime


@dataclass(frozen=True, slots=True)
class TallyRecord:
    """How many finished games of one kind ended alike, and how many plies they had together.

    `outcome` is what was stored of each; `players` is the number of seats, `retired` says who left which
    went on without them, and at which ply; `rolls` whether some plies are rolls.
    """

    key: str
    options: Mapping[str, str]
    players: int
    outcome: Mapping[str, object]
    retired: tuple[tuple[int, int], ...]
    rolls: bool
    games: int
    plies: int


@dataclass(frozen=True, slots=True)
class EngineTallyRecord:
    """A finished game of somebody on a `seat`, and an engine in it; games alike in all of this are one."""

    key: str
    options: Mapping[str, str]
    players: int
    seat: int
    engine_seat: int
    level: int
    outcome: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class SeatTallyRecord:
    """How many finished games somebody has played on a seat that ended alike."""

    key: str
    players: int
    seat: int
    outcome: Mapping[str, object]
    games: int
