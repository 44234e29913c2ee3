"""What runs in an engine's process: a question becomes a move."""

import os
import signal
import time
from typing import Final

from bot.play.domain.engine_question import EngineQuestion, ReviewQuestion
from engines import ENGINES, Budget, PlyVerdict, agrees_to_draw, answer, replayed, verdict
from rules import GAMES

_NICENESS: Final = 10


def begin() -> None:
    """Let everything else go first; that somebody ends the bot from a terminal is for the bot to hear."""
    os.nice(_NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def think(question: EngineQuestion) -> str:
    """Return the canonical text of a move. Raises rules.RulesError for plies that cannot be played."""
    budget = Budget(deadline=time.monotonic() + question.seconds, clock=time.monotonic)
    path = replayed(GAMES[question.game], question.options, question.players, question.plies)
    return answer(ENGINES[question.game], path, question.level, budget, question.seed).text


def look_back(question: ReviewQuestion) -> tuple[PlyVerdict | None, ...]:
    """Return what is said of plies of a game. Raises rules.RulesError as `think` does."""
    texts = question.plies[: question.last]
    path = replayed(GAMES[question.game], question.options, question.players, texts)
    said: list[PlyVerdict | None] = []
    for number in range(question.first, question.last + 1):
        budget = Budget(deadline=time.monotonic() + question.seconds, clock=time.monotonic)
        said.append(verdict(ENGINES[question.game], path[:number], texts[number - 1], budget, "review"))
    return tuple(said)


def weigh_draw(question: EngineQuestion, seat: int) -> bool:
    """Return whether a seat is content with a draw. Raises rules.RulesError as `think` does."""
    path = replayed(GAMES[question.game], question.options, question.players, question.plies)
    return agrees_to_draw(ENGINES[question.game], path, seat)
