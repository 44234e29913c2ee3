"""`fernpartie ratings`: recompute all ratings from the log of games."""

import argparse
from typing import Final

import rules
from bot import loop
from bot.app import Recounted, recount
from bot.operations.operation import Operation
from bot.operations.store import database_errors, open_database, open_store
from bot.settings import read_database_url


def _run(arguments: argparse.Namespace) -> int:
    """Recompute, and print each game's number of counted results."""
    del arguments
    for counted in loop.run(_recount(read_database_url())):
        print(f"{counted.key}: {counted.results} counted")  # noqa: T201  # the operation's output
    return 0


async def _recount(address: str) -> tuple[Recounted, ...]:
    # Opening the store would create a missing database.
    await (await open_database(address)).close()
    store = await open_store(address)
    try:
        with database_errors(address):
            return await recount(store, rules.GAMES)
    finally:
        await store.close()


RATINGS: Final = Operation("ratings", "compute all ratings anew from the log of games", _run)
