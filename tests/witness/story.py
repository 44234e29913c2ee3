"""A month in a club on two servers, told to the real bot at a playground: the means of telling it."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import rules
from playground.server import Playground
from tests import pocket
from tests.bot.support.services import services_of
from tests.end_to_end.bots import BotHere
from tests.end_to_end.people import Person as Client
from tests.end_to_end.seen import Seen
from tests.end_to_end.waiting import until
from tests.witness.lines import prey
from tests.witness.manifest import Played, Someone
from tests.witness.support import (
    Match,
    Person,
    Place,
    Request,
    Services,
    Terms,
    TieBreak,
    WitnessClock,
    is_idle,
    read_clock,
)

GERMAN, ENGLISH = int(pocket.SPIELEABEND), int(pocket.GAME_NIGHT)
HOUR = 3600.0
HATS = "catch-the-hat"


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody of the club, with their own client."""

    client: Client
    locale: str

    @property
    def id(self) -> int:
        return int(self.client.id)

    @property
    def person(self) -> Person:
        return Person(self.id, self.client.name, self.locale)


@dataclass(slots=True)
class Story:
    """The club while its story is told. `names` are given to games and challenges, `panels` to messages."""

    playground: Playground
    control: pocket.Control
    bot: BotHere
    clock: WitnessClock
    lot: random.Random = field(default_factory=lambda: random.Random(8))
    members: dict[str, Member] = field(default_factory=dict)
    channels: dict[str, int] = field(default_factory=dict)
    games: dict[str, int] = field(default_factory=dict)
    challenges: dict[str, int] = field(default_factory=dict)
    panels: dict[str, tuple[int, int]] = field(default_factory=dict)
    played: dict[int, Played] = field(default_factory=dict)

    @property
    def services(self) -> Services:
        return services_of(self.bot.features)

    @property
    def people(self) -> tuple[Someone, ...]:
        owners = {int(pocket.ANNA): GERMAN, int(pocket.BEN): ENGLISH}
        return tuple(
            Someone(member.id, name, member.locale, owners.get(member.id))
            for name, member in self.members.items()
        )

    def ask(self, name: str) -> Request:
        """Return a new request of somebody's."""
        return Request(self.playground.world.snowflakes.mint(), self.members[name].person)

    def place(self, channel: str, parent: str | None = None) -> Place:
        number = self.channels[channel]
        server = int(self.playground.world.channels[str(number)].guild_id or 0)
        locale = self.playground.world.guilds[str(server)].locale
        return Place(server, number, locale, None if parent is None else self.channels[parent])

    async def settle(self) -> None:
        """Wait until the bot has done all that is due."""

        async def still() -> bool:
            self.bot.wakeup.ring()
            return await is_idle(self.bot)

        await until(still, "the bot to have done everything", within=60)

    async def pass_until(self, moment: datetime) -> None:
        """Let time pass, some hours at a time."""
        assert self.clock() <= moment, f"the story is late: {self.clock()}"
        while self.clock() < moment - timedelta(seconds=2):
            rest = (moment - self.clock()).total_seconds()
            self.bot.later(min(6 * HOUR, rest))
            self.playground.world.sweep_archives()
            await self.settle()

    async def begin(
        self,
        name: str,
        key: str,
        first: str,
        second: str,
        *,
        at: str = "board-games",
        options: Mapping[str, str] | None = None,
        clock: str = "none",
        series: TieBreak | None = None,
        parent: str | None = None,
    ) -> int:
        """Begin a game of two; the first moves first."""
        role = rules.GAMES[key].roles(2)[0]
        challenge = await self.services.invitations.challenge(
            self.ask(first),
            Terms(key, options or {}, role, clock=read_clock(clock), tie_break=series),
            self.place(at, parent),
            [self.members[second].person],
        )
        await self.settle()
        begun = await self.services.invitations.accept(self.ask(second), challenge.id)
        await self.settle()
        assert begun.match is not None
        self.games[name] = begun.match
        return begun.match

    async def gather(
        self,
        name: str,
        people: Sequence[str],
        *,
        at: str = "board-games",
        options: Mapping[str, str] | None = None,
        clock: str = "none",
        parties: Sequence[int] = (),
    ) -> int:
        """Begin a game of many at a table of the first of them."""
        host, *guests = people
        table = await self.services.invitations.challenge(
            self.ask(host),
            Terms(HATS, options or {}, players=len(people), clock=read_clock(clock)),
            self.place(at),
        )
        await self.settle()
        for guest, party in zip(guests, (*parties, *[None] * len(guests)), strict=False):
            await self.services.lobbies.join(self.ask(guest), table.id, party)
        begun = await self.services.lobbies.start(self.ask(host), table.id)
        await self.settle()
        assert begun.match is not None
        self.games[name] = begun.match
        return begun.match

    def name_of(self, person: int) -> str:
        return next(name for name, member in self.members.items() if member.id == person)

    async def mover(self, game: int) -> str:
        match = await self.services.matches.get(game)
        assert match.mover is not None
        return self.name_of(match.mover)

    async def play(self, game: int, plies: int, *, told: bool = True) -> None:
        """Play so many plies by lot, none of which ends the game."""
        for _ in range(plies):
            position = await self.services.matches.position(game)
            moves = list(position.state.legal_moves())
            self.lot.shuffle(moves)
            move = next(one for one in moves if position.state.play(one).outcome is None)
            await self.move(game, move.text)
        if told:
            await self.settle()

    async def move(self, game: int, text: str) -> None:
        request = self.ask(await self.mover(game))
        turn = await self.services.turns.take_turn(request, game, text)
        self.played[game] = Played(game, request.id, request.person.id, turn.move.text, turn.number)
        self.clock.advance(self.lot.uniform(130, 200))

    async def play_line(self, game: int, moves: Sequence[str]) -> None:
        for text in moves:
            await self.move(game, text)
        await self.settle()

    async def play_out(self, game: int) -> Match:
        """Play a game of hats to its end, catching what can be caught."""
        while True:
            position = await self.services.matches.position(game)
            if position.state.outcome is not None:
                await self.settle()
                return position.match
            moves = position.state.legal_moves()
            state = position.state
            worth = {move: prey(state, move) + self.lot.random() for move in moves}
            await self.move(game, max(moves, key=lambda move: worth[move]).text)

    # What is seen and pressed.

    async def newest(self, name: str, channel: int, verb: str, number: int | None = None) -> Seen:
        """Wait for the newest message somebody sees with a control of a kind, of a game or a challenge."""
        mark = f"fp:{verb}" if number is None else f"fp:{verb}:{number}"

        def fits(message: Seen) -> bool:
            return any(
                one == mark or one.startswith(f"{mark}:")
                for one in (*message.buttons.values(), *(menu["custom_id"] for menu in message.menus))
            )

        return await self.members[name].client.finds(str(channel), fits, mark)

    async def press(self, name: str, message: Seen, verb: str, values: Sequence[str] = ()) -> Seen:
        """Press a button of a message, or choose in its menu; return the private answer."""
        client = self.members[name].client.client
        ids = [*message.buttons.values(), *(menu["custom_id"] for menu in message.menus)]
        custom_id = next(one for one in ids if one.split(":")[1] == verb)
        if values:
            given = await client.choose(message.raw, custom_id, *values)
        else:
            given = await client.press(message.raw, custom_id)
        assert given["status"] == "answered", given
        return Seen(given["message"])

    async def slash(self, name: str, channel: int, words: str, **options: Any) -> Seen:
        given = await self.members[name].client.slash(str(channel), words, **options)
        assert given.answered
        return given.message

    def leave_open(self, name: str, who: str, panel: Seen) -> None:
        """Remember a private message that stays as it is."""
        assert panel.is_private
        self.panels[name] = (self.members[who].id, int(panel.id))

    async def home(self, game: int) -> int:
        return (await self.services.matches.get(game)).home
