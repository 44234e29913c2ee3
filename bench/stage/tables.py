"""A club over a database file, and matches of ConHex between strangers in it."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from time import time_ns

import data
from bot.play.club import Club
from bot.play.model import Limits, Person, Place, Request
from bot.play.outbox import Outbox
from bot.play.ports import utc_now
from rules import GAMES

GAME = "conhex"
OPTIONS = {"swap": "off"}
SERVER, HALL = 1_100_000_000_000_000_001, 1_100_000_000_000_000_002
FIRST_PERSON = 1_100_000_000_000_001_000
MANY = Limits(games_per_person=10**9, challenges_per_person=10**9, games_per_channel=10**9)


@dataclass(frozen=True, slots=True)
class DrawnChance:
    """Chance from a seed, so that every run plays the same."""

    random: Random

    def choose(self, n: int) -> int:
        """Return a number from 0 to n - 1."""
        return self.random.randrange(n)


@dataclass(frozen=True, slots=True)
class Players:
    """The two who play a match, by seat."""

    match: int
    people: tuple[Person, Person]


@dataclass(slots=True)
class Room:
    """An open club with its outbox, and the names of the requests made of it."""

    store: data.Store
    club: Club
    outbox: Outbox
    # As ids of Discord do they grow, also beyond those of an earlier room.
    _requests: Iterator[int] = field(default_factory=lambda: count(time_ns()))

    def request(self, person: Person) -> Request:
        """Return a request never made before."""
        return Request(str(next(self._requests)), person)

    async def begin(self, number: int) -> Players:
        """Begin the match of the pair of people with that number."""
        first, second = (
            Person(FIRST_PERSON + 2 * number + seat, f"Player {2 * number + seat}", "en-US")
            for seat in (0, 1)
        )
        roles = GAMES[GAME].roles(2)
        place = Place(SERVER, HALL, "en-US")
        asked = await self.club.challenge(self.request(first), GAME, OPTIONS, second, roles[0], place)
        begun = await self.club.accept(self.request(second), asked.id)
        if begun.game is None:
            raise RuntimeError("the accepted challenge led to no match")
        return Players(begun.game, (first, second))

    async def play(self, players: Players, number: int, move: str) -> None:
        """Play ply `number` (from 0) of a match."""
        person = players.people[number % 2]
        await self.club.take_turn(self.request(person), players.match, move)


@asynccontextmanager
async def room(database: Path) -> AsyncIterator[Room]:
    """Open the club of a database file, made where there is none."""
    store = await data.Store.open(f"sqlite:///{database}")
    try:
        chance = DrawnChance(Random(1))
        yield Room(store, Club(store, GAMES, utc_now, chance, MANY), Outbox(store, utc_now))
    finally:
        await store.close()


def random_game(seed: int, plies: int) -> tuple[str, ...]:
    """Return the moves of a game played at random that is not over before `plies` of them."""
    chance = Random(seed)
    while True:
        state, moves = GAMES[GAME].new(OPTIONS), list[str]()
        while state.outcome is None and len(moves) < plies:
            move = chance.choice(state.legal_moves())
            moves.append(move.text)
            state = state.play(move)
        if state.outcome is None:
            return tuple(moves)
