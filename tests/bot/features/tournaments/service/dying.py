"""A process that is killed midway through a player's resignation."""

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any, Final

from bot.features.tournaments.store.tournaments import TournamentRepository
from bot.kernel.transactions.unit_of_work import Change
from bot.model.people.person import Person, Request
from data.store import Store
from tests.bot.support.fakes import GAMES, Counting, LoadedDice
from tests.bot.support.services import make_services

BEFORE: Final = "before the commit"
AFTER: Final = "after the commit"


def die() -> None:
    """Kill this process as by `kill -9`."""
    os.kill(os.getpid(), signal.SIGKILL)


def dying(method: Callable[..., Awaitable[Any]], at: int) -> Callable[..., Awaitable[Any]]:
    """Return a method that kills the process after its call number `at`."""
    calls = count(1)

    async def call(*given: Any) -> Any:
        answer = await method(*given)
        if next(calls) == at:
            die()
        return answer

    return call


async def resign(url: str, match: int, person: int, request: str, now: str, where: str) -> None:
    """Resign, and die before or after the commit, or after the nth call of a repository method.

    `now` is the time in ISO format; `where` is BEFORE, AFTER, or a method and a number.
    """
    name, _, at = where.partition(" ")
    if where not in {BEFORE, AFTER}:
        setattr(TournamentRepository, name, dying(getattr(TournamentRepository, name), int(at)))
    store = await Store.open(url)
    counting = Counting()
    resigning = False

    def alive() -> bool:
        if resigning and where == BEFORE:
            die()
        return True

    def die_after_commit(_: Change) -> None:
        if where == AFTER:
            die()

    services = make_services(
        store,
        {**GAMES, counting.key: counting},
        lambda: datetime.fromisoformat(now),
        LoadedDice(),
        alive=alive,
        committed=die_after_commit,
    )
    resigning = True
    await services.resignations.resign(Request(request, Person(person, "P", "en")), match)
    await store.close()


def run(stderr: Path, *given: Any) -> None:
    """Run `resign` in this forked process."""
    with stderr.open("w") as file:
        os.dup2(file.fileno(), sys.stderr.fileno())
    asyncio.run(resign(*given))
