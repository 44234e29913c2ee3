"""The memory of the bot's process: idle, and after many running games were touched.

A game is touched by its player's asking for the completion of `/move` in it: it is read, its log replayed
and its legal moves found. All goes through a playground, to the real bot in its process.
"""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import aiohttp

from bench.stage.bots import running_bot
from bench.stage.filling import multiply
from bench.stage.matches import open_matches, random_game, somebody
from bench.stage.people import COMPLETION, TEXT, Requests
from playground.people import User

GAMES = 10_000
PLIES = 20
AT_ONCE = 16
MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class Memory:
    """Bytes of the bot with nothing stored, with games stored, and when all of them were touched."""

    empty: int
    idle: int
    touched: int
    seconds: float


def run() -> None:
    """Measure and print the table."""
    with TemporaryDirectory(prefix="fernpartie-bench-") as folder:
        memory = asyncio.run(_measure(Path(folder)))
    print("\n".join(_table(memory)))


async def _measure(folder: Path) -> Memory:
    loop = asyncio.get_running_loop()
    async with running_bot(folder) as running:
        empty = (await running.figures()).memory
        people = running.playground.world.people
    await _store(folder / "fernpartie.db", people)
    async with running_bot(folder) as running, aiohttp.ClientSession() as session:
        idle = (await running.figures()).memory
        requests, start = Requests(session, running.playground), loop.time()
        channel = next(c.id for c in running.playground.world.channels.values() if c.guild_id)
        games = iter(range(1, GAMES + 1))

        async def touch() -> None:
            for game in games:
                await _touch(requests, people[PLIES % 2].id, channel, game)

        await asyncio.gather(*(touch() for _ in range(AT_ONCE)))
        return Memory(empty, idle, (await running.figures()).memory, loop.time() - start)


async def _store(database: Path, people: Sequence[User]) -> None:
    first, second = (somebody(int(user.id), user.username, user.locale) for user in people[:2])
    async with open_matches(database) as matches:
        players = await matches.match_of(first, second)
        for number, move in enumerate(random_game(1, PLIES)):
            await matches.play(players, number, move)
        while await matches.deliver():
            pass
    multiply(database, GAMES - 1, own_people=False)


async def _touch(requests: Requests, person: str, channel: str, game: int) -> None:
    options = [
        {"name": "game", "type": TEXT, "value": f"#{game}"},
        {"name": "move", "type": TEXT, "value": "", "focused": True},
    ]
    outcome = await requests.act(person, channel, COMPLETION, {"name": "move", "options": options})
    if not outcome["choices"]:
        raise RuntimeError(f"nothing to move in game {game}")


def _table(memory: Memory) -> Iterator[str]:
    yield f"Memory of the bot's process, megabytes; {PLIES} plies a game, touched in {memory.seconds:.0f} s"
    yield f"{'idle, nothing stored':<34}{memory.empty / MEGABYTE:>8.1f}"
    yield f"{f'idle, {GAMES:,} running games stored':<34}{memory.idle / MEGABYTE:>8.1f}"
    yield f"{f'{GAMES:,} running games touched':<34}{memory.touched / MEGABYTE:>8.1f}"
