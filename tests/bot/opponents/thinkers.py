"""Failing work for engine processes, which import this module; it must not import test tools."""

import os
import signal
import time
from pathlib import Path

from bot.model.engine_question import EngineQuestion


def echo(question: EngineQuestion) -> str:
    return f"{question.game} {os.getpid()} {os.nice(0)}"


def die(_: EngineQuestion) -> str:
    os.kill(os.getpid(), signal.SIGSYS)
    return ""


def die_once(question: EngineQuestion) -> str:
    """Die on the first call, recorded by a file named after the seed."""
    mark = Path(question.seed)
    if not mark.exists():
        mark.touch()
        die(question)
    return echo(question)


def hang(_: EngineQuestion) -> str:
    while True:
        time.sleep(60)


def fail(question: EngineQuestion) -> str:
    raise KeyError(question.game)


def unlucky(question: EngineQuestion) -> str:
    """Act by the game's name; echo for an unknown one."""
    acts = {"die": die, "die-once": die_once, "hang": hang, "fail": fail}
    return acts.get(question.game, echo)(question)
