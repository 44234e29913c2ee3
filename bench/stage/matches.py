"""Matches of ConHex between strangers, played through the services over a database file.

The measurements use the services and the bot's event loop only through this module.
"""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random
from time import time_ns

from bot.kernel.outbox.delivered import Delivered
from bot.kernel.outbox.outbox import Outbox
from bot.model.agenda import Limits
from bot.model.challenges.challenge import Challenge
from bot.model.challenges.terms import Terms
from bot.model.people.person import MessageRef, Person, Place, Request
from bot.model.ports import Clock, utc_now
from bot.model.time.clocks import per_move
from data.store import Store
from rules import GAMES
from tests.bot.support.services import ROUTES, Services, make_services

GAME = "conhex"
OPTIONS = {"swap": "off"}
DAYS_PER_MOVE = 14
SERVER, HALL = 1_100_000_000_000_000_001, 1_100_000_000_000_000_002
PLACE = Place(SERVER, HALL, "en-US")
AT_ONCE = 10
FIRST_PERSON = 1_100_000_000_000_001_000
FIRST_MESSAGE = 1_100_000_000_001_000_000
MANY = Limits(games_per_person=10**9, challenges_per_person=10**9, games_per_channel=10**9)


@dataclass(frozen=True, slots=True)
class DrawnChance:
    """Chance from a seed, so that every run plays the same games."""

    random: Random

    def choose(self, n: int) -> int:
        return self.random.randrange(n)


def person(number: int) -> Person:
    return Person(FIRST_PERSON + number, f"Player {number}", "en-US")


@dataclass(frozen=True, slots=True)
class Players:
    """The two players of a match, by seat."""

    match: int
    people: tuple[Person, Person]


@dataclass(slots=True)
class Matches:
    """The matches of an open database, with the outbox and the source of request ids."""

    store: Store
    services: Services
    outbox: Outbox
    # Like Discord's ids they grow, even beyond the ids of an earlier run.
    _requests: Iterator[int] = field(default_factory=lambda: count(time_ns()))

    def request(self, by: Person) -> Request:
        return Request(str(next(self._requests)), by)

    async def begin(self, number: int) -> Players:
        """Begin the match of the pair with this number."""
        return await self.match_of(person(2 * number), person(2 * number + 1))

    async def match_of(self, first: Person, second: Person, place: Place = PLACE) -> Players:
        """Begin a match in which `first` moves first."""
        invitation = await self.challenge(first, second, place)
        challenge = await self.services.invitations.accept(self.request(second), invitation.id)
        if challenge.match is None:
            raise RuntimeError("the accepted challenge led to no match")
        return Players(challenge.match, (first, second))

    async def challenge(self, first: Person, second: Person, place: Place = PLACE) -> Challenge:
        """Challenge `second`, with `first` to move first."""
        role = GAMES[GAME].roles(2)[0]
        clock = per_move(DAYS_PER_MOVE)
        return await self.services.invitations.challenge(
            self.request(first), Terms(GAME, OPTIONS, role, clock=clock), place, [second]
        )

    async def play(self, players: Players, number: int, move: str) -> None:
        """Play ply `number` (from 0) of a match."""
        mover = players.people[number % 2]
        await self.services.turns.take_turn(self.request(mover), players.match, move)

    async def load(self, match: int) -> None:
        """Load a match and replay its log without a cache."""
        await _services(self.store, utc_now).matches.position(match)

    async def next_deadline(self) -> None:
        """Find the time of the next deadline."""
        await self.services.timers.next_due()

    async def deliver(self) -> int:
        """Mark due notices as delivered, at most AT_ONCE; return their number."""
        due = (await self.outbox.exchange((), AT_ONCE)).claimed
        deliveries = [Delivered(notice.id, MessageRef(HALL, FIRST_MESSAGE + notice.id)) for notice in due]
        await self.outbox.exchange(deliveries, 0)
        return len(due)


@asynccontextmanager
async def open_matches(database: Path | str, *, later: timedelta = timedelta(0)) -> AsyncIterator[Matches]:
    """Open a database, a file (created if missing) or an address; its clock is `later` ahead."""
    clock = _ahead(later)
    store = await Store.open(database if isinstance(database, str) else f"sqlite:///{database}")
    try:
        yield Matches(store, _services(store, clock), Outbox(store, clock, ROUTES))
    finally:
        await store.close()


def _services(store: Store, clock: Clock) -> Services:
    return make_services(store, GAMES, clock, DrawnChance(Random(1)), MANY)


def _ahead(by: timedelta) -> Callable[[], datetime]:
    return lambda: utc_now() + by


def random_game(seed: int, plies: int) -> tuple[str, ...]:
    """Return the first `plies` moves of a random game that continues after them."""
    chance = Random(seed)
    while True:
        state, moves = GAMES[GAME].new(OPTIONS), list[str]()
        while state.outcome is None and len(moves) < plies:
            move = chance.choice(state.legal_moves())
            moves.append(move.text)
            state = state.play(move)
        if state.outcome is None:
            return tuple(moves)
