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
    """Kill this process with SIGKILL."""
    os.kill(os.getpid(), signal.SIGKILL)


def die_at_call(method: Callable[..., Awaitable[Any]], number: int) -> Callable[..., Awaitable[Any]]:
    """Wrap a method to kill the process after its call number `number`."""
    calls = count(1)

    async def call(*arguments: Any) -> Any:
        answer = await method(*arguments)
        if next(calls) == number:
            die()
        return answer

    return call


async def resign(url: str, match: int, person: int, request: str, now: str, moment: str) -> None:
    """Resign, and die before or after the commit, or after the nth call of a repository method.

    `now` is the time in ISO format; `moment` is BEFORE, AFTER, or a method and the number of its call.
    """
    name, _, at = moment.partition(" ")
    if moment not in {BEFORE, AFTER}:
        setattr(TournamentRepository, name, die_at_call(getattr(TournamentRepository, name), int(at)))
    store = await Store.open(url)
    game = Counting()
    resigning = False

    def alive() -> bool:
        if resigning and moment == BEFORE:
            die()
        return True

    def die_after_commit(_: Change) -> None:
        if moment == AFTER:
            die()

    services = make_services(
        store,
        {**GAMES, game.key: game},
        lambda: datetime.fromisoformat(now),
        LoadedDice(),
        alive=alive,
        committed=die_after_commit,
    )
    resigning = True
    await services.resignations.resign(Request(request, Person(person, "P", "en")), match)
    await store.close()


def run(stderr: Path, *arguments: Any) -> None:
    """Run `resign` in this forked process."""
    with stderr.open("w") as file:
        os.dup2(file.fileno(), sys.stderr.fileno())
    asyncio.run(resign(*arguments))
