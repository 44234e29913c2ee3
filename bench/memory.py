"""The memory of the bot's process: idle, after access to many running games, and after many moves.

A game is accessed by its player's completion request for `/move`: the bot loads it, replays its log and finds
its legal moves. Moves are played in games of every kind, each until its board is posted. Everything goes
through a playground to the real bot in its own process. The time from a start to the first answer is
measured, too.
BENCH_PYTHON names the Python of an environment with an owner's packages: requirements/run.txt and Fernpartie.
"""

import asyncio
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import aiohttp

from bench.stage.bots import running_bot
from bench.stage.filling import Copies, multiply
from bench.stage.gauges import RUNS, verdict
from bench.stage.matches import open_matches, random_game
from bench.stage.people import (
    COMMAND,
    COMPLETION,
    TEXT,
    AskingPair,
    RequestCounts,
    asking_pairs,
    open_channel,
)
from bot.model.people.person import Person
from playground.values.people import User

GAMES = 10_000
PLIES = 20
AT_ONCE = 16
MEGABYTE = 1_000_000
MOVES, PAIRS, MOVES_OF_PAIR = 10_000, 24, 40
MEMORY_GOAL, START_GOAL = 180.0, 3.0
"""Megabytes after MOVES moves; median seconds from the start to the first answer."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Bytes of the bot with an empty database, with stored games, after access to all games, after moves.

    `seconds` is the time of that access, `starts` are the seconds of each start until the first answer.
    """

    empty: int
    idle: int
    touched: int
    seconds: float
    moved: int
    moves: int
    starts: Sequence[float]


def run() -> None:
    with TemporaryDirectory(prefix="fernpartie-bench-") as folder:
        memory = asyncio.run(_measure(Path(folder)))
    print("\n".join(_table(memory)))


async def _measure(folder: Path) -> Memory:
    loop = asyncio.get_running_loop()
    for name in ("starts", "moves", "games"):
        (folder / name).mkdir()
    async with running_bot(folder / "starts"):
        pass
    starts = [await _start(folder / "starts") for _ in range(RUNS)]
    moved_bytes, moves = await _play(folder / "moves")
    folder /= "games"
    async with running_bot(folder) as running:
        empty = (await running.figures()).memory
        people = running.playground.world.people
    await _store(folder / "fernpartie.db", people)
    async with running_bot(folder) as running, aiohttp.ClientSession() as session:
        idle = (await running.figures()).memory
        requests, start = RequestCounts(session, running.playground), loop.time()
        channel = next(c.id for c in running.playground.world.channels.values() if c.guild_id)
        games = iter(range(1, GAMES + 1))

        async def touch() -> None:
            for game in games:
                await _touch(requests, people[PLIES % 2].id, channel, game)

        await asyncio.gather(*(touch() for _ in range(AT_ONCE)))
        touched = (await running.figures()).memory
        return Memory(empty, idle, touched, loop.time() - start, moved_bytes, moves, starts)


async def _start(folder: Path) -> float:
    """Return the seconds from the start of the bot's process to its answer to `/help`.

    Deletes the record of the previous identify, as Discord allows only one in five seconds.
    """
    loop = asyncio.get_running_loop()
    with closing(sqlite3.connect(folder / "fernpartie.db")) as database:
        database.execute("DELETE FROM identifies")
        database.commit()
    start = loop.time()
    async with running_bot(folder) as running, aiohttp.ClientSession() as session:
        requests = RequestCounts(session, running.playground)
        person = running.playground.world.people[0].id
        channel = next(c.id for c in running.playground.world.channels.values() if c.guild_id)
        await requests.act(person, channel, COMMAND, {"name": "help", "options": []})
        return loop.time() - start


async def _play(folder: Path) -> tuple[int, int]:
    """Return the bytes of the bot after moves in games of every kind, and the number of moves."""
    async with running_bot(folder) as running, aiohttp.ClientSession() as session:
        # The first start created the tables, which takes memory.
        await running.restart()
        await running.settle()
        requests, moves = RequestCounts(session, running.playground), 0
        server = next(iter(running.playground.world.guilds))
        while moves < MOVES:
            channel = await open_channel(requests, server, f"after-{moves}-moves")
            couples = await asking_pairs(requests, running.playground, PAIRS, channel)
            moves += sum(await asyncio.gather(*map(_moves_of, couples)))
        return (await running.figures()).memory, moves


async def _moves_of(pair: AskingPair) -> int:
    """Play a pair's game for a while; return the number of moves.

    A move without an answer in time, as on a busy machine, is retried.
    """
    count = 0
    for _ in range(MOVES_OF_PAIR):
        try:
            if not await pair.move():
                break
        except RuntimeError:
            continue
        count += 1
    return count


async def _store(database: Path, people: Sequence[User]) -> None:
    first, second = (Person(int(user.id), user.username, user.locale) for user in people[:2])
    async with open_matches(database) as matches:
        players = await matches.match_of(first, second)
        for number, move in enumerate(random_game(1, PLIES)):
            await matches.play(players, number, move)
        while await matches.deliver():
            pass
    multiply(database, Copies(GAMES - 1, own_people=False, own_servers=False))


async def _touch(requests: RequestCounts, person: str, channel: str, game: int) -> None:
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
    megabytes, start = memory.moved / MEGABYTE, median(memory.starts)
    yield f"{f'{memory.moves:,} moves of all games posted':<34}{megabytes:>8.1f}"
    yield f"seconds from the start to the first answer: {start:.1f}, median of {len(memory.starts)}"
    yield f"goal: at most {MEMORY_GOAL:.0f} MB after these moves {verdict(reached=megabytes <= MEMORY_GOAL)}"
    yield f"goal: at most {START_GOAL:.0f} s to the first answer {verdict(reached=start <= START_GOAL)}"
