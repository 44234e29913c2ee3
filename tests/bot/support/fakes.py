"""A clock, a random source and a game for tests, and a world with all services over them."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import count

import sqlalchemy as sa

import rules
from bot.kernel.outbox.delivered import Delivered
from bot.kernel.outbox.notices import Notice
from bot.kernel.outbox.outbox import Outbox
from bot.model.agenda import Limits
from bot.model.challenges.challenge import Challenge
from bot.model.challenges.terms import Terms
from bot.model.events.instructions import DeleteMessage, RemoveButtons
from bot.model.match.beacon import BeaconSource, Origin
from bot.model.match.match import Match
from bot.model.people.person import MessageRef, Person, Place, Request
from bot.model.people.preferences import FORCED
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.tables.outbox_tables import notices
from data.store import Store
from rules.contract import (
    Event,
    Game,
    IllegalMove,
    InvalidMove,
    InvalidPosition,
    Move,
    Option,
    Outcome,
    RulesVersion,
    State,
    Vocabulary,
    check_choices,
)
from rules.contract.series import Series, TieBreak
from tests.bot.support.services import ROUTES, Services, make_services

GAMES: Mapping[str, Game] = rules.GAMES

ANNA = Person(1001, "Anna", "de")
BEN = Person(1002, "Ben", "en-US")
CARA = Person(1003, "Cara", "fr")
DORA = Person(1004, "Dora", "de")
EMIL = Person(1005, "Emil", "de")
FINN = Person(1006, "Finn", "de")
GABI = Person(1007, "Gabi", "de")
HALL = Place(7, 70, "de")
OPENING = MessageRef(70, 1440000000000000001)
"""The opening message of matches whose dice wait for one."""

_BY_SPEED = Series(tie_breaks=(TieBreak.NONE, TieBreak.PLIES))
_AMOUNTS = ("1", "2")
_NO_WORDS = Vocabulary()


@dataclass(frozen=True, slots=True)
class CountingState:
    """A heap to which players add 1 or 2 ("take 1"); the player who reaches the goal wins.

    With the option `again`, adding 1 keeps the turn; with three players every third ply is a roll.
    """

    counting: "Counting"
    options: Mapping[str, str]
    players: int
    total: int = 0
    plies: int = 0
    seat: int = 0
    last: Move | None = None

    @property
    def game(self) -> Game:
        return self.counting

    @property
    def position(self) -> str:
        return f"{self.total} {self.seat} {self.plies}"

    @property
    def outcome(self) -> Outcome | None:
        return Outcome((self.seat,), "goal") if self.total >= int(self.options["goal"]) else None

    @property
    def is_chance(self) -> bool:
        return self.outcome is None and self.players == 3 and self.plies % 3 == 2

    @property
    def turn(self) -> int | None:
        return None if self.outcome or self.is_chance else self.seat

    @property
    def events(self) -> tuple[Event, ...]:
        return ()

    def legal_moves(self) -> tuple[Move, ...]:
        return () if self.turn is None else tuple(Move(f"take {amount}") for amount in _AMOUNTS)

    def chances(self) -> tuple[tuple[Move, Fraction], ...]:
        return (
            tuple((Move(f"roll:{amount}"), Fraction(1, 2)) for amount in _AMOUNTS) if self.is_chance else ()
        )

    def parse(self, text: str) -> Move:
        words = text.lower().split()
        if len(words) != 2 or words[0] != "take":
            raise InvalidMove(f"{text!r} is not a move", "not-a-move")
        if Move(f"take {words[1]}") not in self.legal_moves():
            raise IllegalMove(f"{text!r} cannot be played", "not-now")
        return Move(f"take {words[1]}")

    def play(self, move: Move) -> State:
        amount = int(move.text[-1])
        state = replace(self, total=self.total + amount, plies=self.plies + 1, last=move)
        keeps_turn = self.is_chance or state.outcome is not None
        keeps_turn = keeps_turn or (amount == 1 and self.options["again"] == "on")
        return state if keeps_turn else replace(state, seat=(self.seat + 1) % self.players)


@dataclass(frozen=True, slots=True)
class Counting:
    key: str = "counting"
    seats: tuple[int, ...] = (2,)
    series: Series = _BY_SPEED
    options: tuple[Option, ...] = (
        Option("goal", ("10", "4"), "10", open_ended=True),
        Option("again", ("off", "on"), "off"),
    )
    order: int = 0
    vocabulary: Vocabulary = _NO_WORDS
    versions: tuple[RulesVersion, ...] = (RulesVersion(1, "The first rules."),)
    chance: bool = False

    def roles(self, players: int) -> tuple[str, ...]:
        return ("first", "second", "third")[:players]

    def new(self, options: Mapping[str, str] | None = None, players: int | None = None) -> State:
        choices = check_choices(self.options, self.seats, options, players)
        return CountingState(self, choices.values, choices.players)

    def from_position(
        self, text: str, options: Mapping[str, str] | None = None, players: int | None = None
    ) -> State:
        del options, players
        raise InvalidPosition(f"{text!r} is not read here", "unreadable")


@dataclass(slots=True)
class Time:
    """A clock that stands still until it is advanced."""

    now: datetime = datetime(2026, 11, 20, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, duration: timedelta) -> None:
        self.now += duration


@dataclass(slots=True)
class LoadedDice:
    """A random source whose result is set by the test."""

    result: int = 0
    rolls: list[int] = field(default_factory=list)
    """The numbers of choices of all rolls so far."""

    def choose(self, n: int) -> int:
        self.rolls.append(n)
        return self.result % n


class SeededDice(LoadedDice):
    """A seeded random source."""

    def __init__(self, seed: str) -> None:
        super().__init__()
        self._random = random.Random(seed)

    def choose(self, n: int) -> int:
        return self._random.randrange(n)


class ManualOutbox(Outbox):
    """An outbox emptied by hand."""

    async def claim(self, limit: int = 10) -> tuple[Notice, ...]:
        """Claim and return the due notices."""
        return (await self.exchange((), limit)).claimed

    async def deliver_as(self, notice: int, ref: MessageRef | None) -> MessageRef | None:
        """Deliver a notice; return the message that it replaces."""
        changed = await self._deliver_with_changes([Delivered(notice, ref)])
        return next((message for kind, message in changed if kind == RemoveButtons.__name__), None)

    async def deletions_after(self, notice: int, ref: MessageRef | None) -> tuple[MessageRef, ...]:
        """Deliver a notice; return the messages that its delivery makes obsolete."""
        changed = await self._deliver_with_changes([Delivered(notice, ref)])
        return tuple(message for kind, message in changed if kind == DeleteMessage.__name__)

    async def deliver(self, delivered: Sequence[Notice]) -> None:
        """Record that claimed notices, and the message changes they cause, were delivered."""
        await self._deliver_with_changes([Delivered(notice.id, None) for notice in delivered])

    async def _deliver_with_changes(self, delivered: Sequence[Delivered]) -> list[tuple[str, MessageRef]]:
        """Deliver notices, and return and finish the message changes they cause."""
        await self.exchange(delivered, 0)
        kinds = (RemoveButtons.__name__, DeleteMessage.__name__)
        pending = sa.select(notices.c.id, notices.c.kind, notices.c.data).where(
            notices.c.kind.in_(kinds), notices.c.status == "waiting"
        )
        async with self._store._engines.reader.connect() as connection:
            rows = (await connection.execute(pending.order_by(notices.c.id))).all()
        if rows:
            await self.exchange([Delivered(row.id, None) for row in rows], 0)
        return [(row.kind, MessageRef(**row.data["event"]["message"])) for row in rows]

    async def next_due(self) -> datetime | None:
        """Return the due time of the next notice, without claiming any."""
        async with self._store.read() as session:
            return await session.of(NoticeRepository).next_due()


@dataclass(slots=True)
class World:
    """All services over a store, with their dependencies."""

    store: Store
    games: Mapping[str, Game]
    limits: Limits = field(default_factory=Limits)
    time: Time = field(default_factory=Time)
    chance: LoadedDice = field(default_factory=LoadedDice)
    wakeups: list[None] = field(default_factory=list)
    numbers: "count[int]" = field(default_factory=lambda: count(1))
    services: Services = field(init=False)
    outbox: ManualOutbox = field(init=False)

    def __post_init__(self) -> None:
        self.services = self.other_services()
        self.outbox = ManualOutbox(self.store, self.time, ROUTES, "this")

    def other_services(self, store: Store | None = None) -> Services:
        return make_services(
            store or self.store,
            self.games,
            self.time,
            self.chance,
            self.limits,
            lambda _: self.wakeups.append(None),
        )

    async def play_forced_moves(self, *people: Person) -> None:
        """Switch on automatic forced moves for people."""
        for person in people:
            await self.services.settings.set_value(self.by(person), FORCED, True)

    def by(self, person: Person) -> Request:
        """Return a new request by a person."""
        return Request(f"request-{next(self.numbers)}", person)

    async def challenge(
        self, key: str = "counting", *, opponent: Person | None = BEN, role: str = "", **options: str
    ) -> Challenge:
        """Challenge as Anna, by default in the first seat."""
        terms = Terms(key, options, role or self.games[key].roles(2)[0])
        people = [] if opponent is None else [opponent]
        return await self.services.invitations.challenge(self.by(ANNA), terms, HALL, people)

    async def lobby(
        self,
        *people: Person,
        players: int | None = None,
        invited: Sequence[Person] = (),
        role: str = "random",
        options: Mapping[str, str] = {},
    ) -> Challenge:
        """Open a lobby for a gathering as Anna; `people` join it."""
        lobby = await self.services.invitations.challenge(
            self.by(ANNA), Terms("gathering", options, role, players=players), HALL, invited
        )
        for person in people:
            lobby = await self.services.lobbies.join(self.by(person), lobby.id)
        return lobby

    async def gathering(self, *people: Person, **options: str) -> Match:
        """Begin a gathering of Anna (seat 0) and `people`."""
        lobby = await self.lobby(*people, role="red", options=options)
        started = await self.services.lobbies.start(self.by(ANNA), lobby.id)
        assert started.match is not None
        await self.open(started.match)
        return await self.services.matches.get(started.match)

    async def open(self, match: int) -> None:
        """Tie the dice to the opening message of a match, and allow rolls."""
        async with self.store.write() as session:
            await session.of(MatchRepository).set_beacon(match, BeaconSource.of(Origin.OPENING, OPENING))
        await self.services.openings.roll(match)

    async def deliver_all(self) -> list[Notice]:
        """Deliver all pending notices; return them."""
        delivered: list[Notice] = []
        while notices := await self.outbox.claim():
            delivered.extend(notices)
            await self.outbox.deliver(notices)
        return delivered

    async def match(self, key: str = "counting", **options: str) -> Match:
        """Begin a match of Anna (seat 0) and Ben (seat 1)."""
        challenge = await self.challenge(key, opponent=BEN, role="", **options)
        accepted = await self.services.invitations.accept(self.by(BEN), challenge.id)
        assert accepted.match is not None
        match = await self.services.matches.get(accepted.match)
        if match.commitment is None:
            return match
        await self.open(match.id)
        return await self.services.matches.get(match.id)
