"""Questions to engines, and the service that answers them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from engines import PlyVerdict, PositionFacts


class NoAnswer(Exception):
    """No engine answered: there is none, all are busy, or it failed. The question may be repeated."""


@dataclass(frozen=True, slots=True)
class EngineQuestion:
    """A question to an engine of a level (1 to 5): its move in a game with key, options and plies so far.

    The same `seed` gives the same choice among moves of equal value. It searches `nodes` nodes, by default
    its level's, so that the answer is the same on every machine; `seconds` guards against an overloaded
    machine. Questions take turns by `person`; those that a person `waits` for come first.
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
    """A question for verdicts on the plies from `first` to `last` of a finished game.

    Each ply is searched with `nodes`, and for at most `seconds`; without `nodes` only the time limits it.
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
    """The service that answers questions to engines."""

    @property
    def processes(self) -> int:
        """The number of concurrent searches; 0 if there are no engines to offer."""

    async def choose(self, question: EngineQuestion) -> str:
        """Return the canonical text of an engine's move. Raises NoAnswer."""

    async def agrees_to_draw(self, question: EngineQuestion, seat: int) -> bool:
        """Return whether an engine on a seat accepts a draw. Raises NoAnswer."""

    async def review(self, question: ReviewQuestion) -> tuple[PlyVerdict | None, ...]:
        """Return verdicts on plies, None for plies without a choice. Raises NoAnswer."""

    async def prove(self, question: EngineQuestion) -> PositionFacts | None:
        """Return the position's proved result, None if it is not solved. Raises NoAnswer."""


@dataclass(frozen=True, slots=True)
class NoEngines:
    """A service without engines; with `processes` their commands are declared nevertheless."""

    processes: int = 0

    async def choose(self, question: EngineQuestion) -> str:
        raise NoAnswer(question.game)

    async def agrees_to_draw(self, question: EngineQuestion, seat: int) -> bool:
        raise NoAnswer(question.game, seat)

    async def review(self, question: ReviewQuestion) -> tuple[PlyVerdict | None, ...]:
        raise NoAnswer(question.game)

    async def prove(self, question: EngineQuestion) -> PositionFacts | None:
        raise NoAnswer(question.game)
