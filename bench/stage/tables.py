"""A club over a database file, and matches of ConHex between strangers in it."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from time import time_ns

import data
from bot.play.domain.agenda import Limits
from bot.play.domain.challenges import Challenge
from bot.play.domain.people import MessageRef, Person, Place, Request
from bot.play.domain.time.clocks import per_move
from bot.play.ports import Clock, utc_now
from bot.play.projections.outbox import Delivered, Outbox
from bot.play.services import Services, make_services
from rules import GAMES

GAME = "conhex"
OPTIONS = {"swap": "off"}
DAYS_PER_MOVE = 14
SERVER, HALL = 1_100_000_000_000_000_001, 1_100_000_000_000_000_002
AT_ONCE = 10
FIRST_PERSON = 1_100_000_000_000_001_000
FIRST_MESSAGE = 1_100_000_000_001_000_000
MANY = Limits(games_per_person=10**9, challenges_per_person=10**9, games_per_channel=10**9)


@dataclass(frozen=True, slots=True)
class DrawnChance:
    """Chance from a seed, so that every run plays the same."""

    random: Random

    def choose(self, n: int) -> int:
        """Return a number from 0 to n - 1."""
        return self.random.randrange(n)


def person(number: int) -> Person:
    """Return a stranger."""
    return Person(FIRST_PERSON + number, f"Player {number}", "en-US")


@dataclass(frozen=True, slots=True)
class Players:
    """The two who play a match, by seat."""

    match: int
    people: tuple[Person, Person]


@dataclass(slots=True)
class Room:
    """An open club with its outbox, and the names of the requests made of it."""

    store: data.Store
    services: Services
    outbox: Outbox
    # As ids of Discord do they grow, also beyond those of an earlier room.
    _requests: Iterator[int] = field(default_factory=lambda: count(time_ns()))

    def request(self, by: Person) -> Request:
        """Return a request never made before."""
        return Request(str(next(self._requests)), by)

    async def begin(self, number: int) -> Players:
        """Begin the match of the pair of people with that number."""
        return await self.match_of(person(2 * number), person(2 * number + 1))

    async def match_of(self, first: Person, second: Person) -> Players:
        """Begin a match, the person to move first named first."""
        asked = await self.challenge(first, second)
        begun = await self.services.invitations.accept(self.request(second), asked.id)
        if begun.game is None:
            raise RuntimeError("the accepted challenge led to no match")
        return Players(begun.game, (first, second))

    async def challenge(self, first: Person, second: Person) -> Challenge:
        """Challenge the second person, the first to move first."""
        role, place = GAMES[GAME].roles(2)[0], Place(SERVER, HALL, "en-US")
        clock = per_move(DAYS_PER_MOVE)
        return await self.services.invitations.challenge(
            self.request(first), GAME, OPTIONS, second, role, place, clock=clock
        )

    async def play(self, players: Players, number: int, move: str) -> None:
        """Play ply `number` (from 0) of a match."""
        mover = players.people[number % 2]
        await self.services.turns.take_turn(self.request(mover), players.match, move)

    async def deliver(self) -> int:
        """Take what is due for delivered; return how much it was."""
        due = (await self.outbox.exchange((), AT_ONCE)).claimed
        posted = [Delivered(notice.id, MessageRef(HALL, FIRST_MESSAGE + notice.id)) for notice in due]
        await self.outbox.exchange(posted, 0)
        return len(due)


@asynccontextmanager
async def room(database: Path, clock: Clock = utc_now) -> AsyncIterator[Room]:
    """Open the club of a database file, made where there is none."""
    store = await data.Store.open(f"sqlite:///{database}")
    try:
        yield Room(store, club_over(store, clock), Outbox(store, clock))
    finally:
        await store.close()


def club_over(store: data.Store, clock: Clock = utc_now) -> Services:
    """Return a club that has nothing at hand yet."""
    return make_services(store, GAMES, clock, DrawnChance(Random(1)), MANY)


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
