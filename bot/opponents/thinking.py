"""The work of an engine process: from a question to a move."""

import gc
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from bot.model.engine_question import EngineQuestion, ReviewQuestion
from engines import (
    ENGINES,
    Budget,
    PlyVerdict,
    PositionFacts,
    agrees_to_draw,
    answer,
    position_facts,
    replayed,
    verdict,
)
from rules import GAMES

_NICENESS: Final = 10


def begin() -> None:
    """Lower this process's priority, and ignore a terminal's interrupt: the bot handles it."""
    # A system call filter may refuse it: an engine with normal priority is better than none.
    with suppress(OSError):
        os.nice(_NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # The program's own objects are permanent: the collector need not scan them again.
    gc.freeze()


@contextmanager
def _collecting_after() -> Iterator[None]:
    """Release a search's memory at the end: Python would keep ten megabytes of it."""
    try:
        yield
    finally:
        gc.collect()


def think(question: EngineQuestion) -> str:
    """Return the canonical text of a move. Raises rules.RulesError if the plies are illegal."""
    engine = ENGINES[question.game]
    with _collecting_after():
        path = replayed(GAMES[question.game], question.options, question.players, question.plies)
        nodes = question.nodes or engine.full_nodes(path[-1])
        return answer(engine, path, question.level, _budget(nodes, question.seconds), question.seed).text


def _budget(nodes: int | None, seconds: float) -> Budget:
    return Budget(nodes, time.monotonic() + seconds, time.monotonic)


def review(question: ReviewQuestion) -> tuple[PlyVerdict | None, ...]:
    """Return verdicts on plies of a game. Raises rules.RulesError like `think`."""
    texts = question.plies[: question.last]
    verdicts: list[PlyVerdict | None] = []
    with _collecting_after():
        path = replayed(GAMES[question.game], question.options, question.players, texts)
        for number in range(question.first, question.last + 1):
            budget = _budget(question.nodes, question.seconds)
            verdicts.append(
                verdict(ENGINES[question.game], path[:number], texts[number - 1], budget, "review")
            )
    return tuple(verdicts)


def weigh_draw(question: EngineQuestion, seat: int) -> bool:
    """Return whether a seat accepts a draw. Raises rules.RulesError like `think`."""
    path = replayed(GAMES[question.game], question.options, question.players, question.plies)
    return agrees_to_draw(ENGINES[question.game], path, seat)


def prove(question: EngineQuestion) -> PositionFacts | None:
    """Return the proved result of a position. Raises rules.RulesError like `think`."""
    path = replayed(GAMES[question.game], question.options, question.players, question.plies)
    return position_facts(ENGINES[question.game].oracle, path[-1])
