"""Questions to engines, and the service that answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from engines import PlyVerdict, PositionFacts


class NoAnswer(Exception):
    """No engine has answered: all are busy, or the one that thought has failed. It can be asked again."""


@dataclass(frozen=True, slots=True)
class EngineQuestion:
    """Which move an engine of a level (1 to 5) plays in a game: its key and options, and its plies so far.

    The same `seed` gives the same choice among moves of equal value. It searches `nodes` nodes, by default
    those of its level, so that the answer is the same on every machine; `seconds` guard against a machine
    that is too busy. Questions take turns by `person`; one somebody `waits` for comes before all others.
    """

    game: str
    options: Mapping[str, str]
    players: int
    plies: tuple[str, ...]
    level: int
    seed: str
    seconds: float
    person: int = 0
    nodes: int | None = None
    waits: bool = True


@dataclass(frozen=True, slots=True)
class ReviewQuestion:
    """The request to judge the plies from `first` to `last` of a finished game.

    Each ply is searched with `nodes`, and for `seconds` at most; without nodes the seconds alone decide.
    """

    game: str
    options: Mapping[str, str]
    players: int
    plies: tuple[str, ...]
    first: int
    last: int
    seconds: float
    person: int = 0
    nodes: int | None = None
    waits: bool = False


class EngineService(Protocol):
    """The answers of engines."""

    @property
    def processes(self) -> int:
        """The number of concurrent searches; with none nobody is offered an engine."""

    async def choose(self, question: EngineQuestion) -> str:
        """Return the canonical text of the move an engine plays. Raises NoAnswer."""

    async def agrees_to_draw(self, question: EngineQuestion, seat: int) -> bool:
        """Return whether an engine on a seat is content with a draw in a position. Raises NoAnswer."""

    async def review(self, question: ReviewQuestion) -> tuple[PlyVerdict | None, ...]:
        """Return verdicts on plies, None for plies without choice. Raises NoAnswer."""

    async def prove(self, question: EngineQuestion) -> PositionFacts | None:
        """Return the proved result of the position, None if it is not solved. Raises NoAnswer."""


@dataclass(frozen=True, slots=True)
class NoEngines:
    """Where no engines are; with `processes` their commands are declared all the same."""

    processes: int = 0

    async def choose(self, question: EngineQuestion) -> str:
        raise NoAnswer(question.game)

    async def agrees_to_draw(self, question: EngineQuestion, seat: int) -> bool:
        """Answer nothing."""
        raise NoAnswer(question.game, seat)

    async def review(self, question: ReviewQuestion) -> tuple[PlyVerdict | None, ...]:
        raise NoAnswer(question.game)

    async def prove(self, question: EngineQuestion) -> PositionFacts | None:
        raise NoAnswer(question.game)
