"""Puzzles attempted by an engine, and whether it solves them."""

from contextlib import suppress
from dataclasses import dataclass, field, replace

from engines import Task
from engines.contract import Exhausted
from engines.puzzles import shipped, state_of
from engines.puzzles.solving import attempts
from rules import GAMES
from tests.engines.playing.test_answers import LastMoveEngine

GAME = GAMES["conhex"]
NODES = 17


@dataclass(frozen=True)
class RecordingEngine(LastMoveEngine):
    """An engine that plays the last legal move, and records its tasks and how many nodes they allow."""

    tasks: list[tuple[str, int, int]] = field(default_factory=list)

    def choose(self, task: Task) -> str:
        with suppress(Exhausted):
            while True:
                task.budget.spend()
        self.tasks.append((task.state.position, task.level.number, task.budget.spent - 1))
        return super().choose(task)


def test_strongest_level_gets_every_puzzle() -> None:
    first, second = [puzzle for puzzle in shipped("conhex") if puzzle.moves > 1][:2]
    states = [state_of(GAME, puzzle) for puzzle in (first, second)]
    lasts = [state.legal_moves()[-1] for state in states]
    puzzles = [first, replace(second, tree={str(lasts[1]): {}})]
    engine = RecordingEngine()
    results = list(attempts(GAME, engine, puzzles, NODES))
    assert [attempt.puzzle for attempt in results] == puzzles
    assert [attempt.played for attempt in results] == lasts
    assert [attempt.is_solved for attempt in results] == [False, True]
    assert engine.tasks == [(state.position, 5, NODES) for state in states]
