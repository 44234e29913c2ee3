"""A new channel with new people for a test, and matches begun there."""

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image

import rules
from playground.server import Playground
from playground.values.messages import Message
from rules.contract.capabilities import first_game_options, series_of
from tests import pocket
from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.waiting import TIMEOUT


def typed_challenge(key: str, typed_options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of /challenge; the game's own options are typed into `variant`.

    The default is a single rated game with default rules and without a clock.
    """
    game = rules.GAMES[key]
    single = {"series": "single"} if series_of(game) else {}
    eased = {option.key: option.default for option in game.options if option.key in first_game_options(game)}
    typed_options = {"clock": "none", "rated": True, **single, **eased, **typed_options}
    own = [option.key for option in game.options if option.key in typed_options]
    others = {name: value for name, value in typed_options.items() if name not in own}
    return (
        others
        if not own
        else {**others, "variant": " ".join(f"{name}={typed_options[name]}" for name in own)}
    )


@dataclass(frozen=True, slots=True)
class Table:
    """Two players and a stranger in their own channel. `posted` contains every message as first posted."""

    playground: Playground
    posted: Sequence[Message]
    line: pocket.Line
    control: pocket.Control
    server: str
    channel: str
    anna: Person
    ben: Person
    sam: Person

    async def challenge(
        self, key: str, *, by: Person | None = None, to: Person | None = None, **options: Any
    ) -> ShownMessage:
        """Challenge an opponent, by default Ben as Anna; return the card."""
        challenger, opponent = by or self.anna, to or self.ben
        return await self.card(challenger, key, opponent=opponent.id, **options)

    async def card(self, challenger: Person, key: str, **options: Any) -> ShownMessage:
        """Run /challenge and return the new card; the game's options go into `variant`."""
        before = {message.id for message in await challenger.messages(self.channel)}
        answer = await challenger.slash(self.channel, f"challenge {key}", **typed_challenge(key, options))
        assert answer.message.is_private
        assert list(answer.message.buttons) == ["Change", "Withdraw"], answer.text
        return await self.sam.wait_for_message(
            self.channel, lambda m: m.id not in before and "Accept" in m.buttons, "the card"
        )

    async def begin(
        self, key: str, *, by: Person | None = None, to: Person | None = None, **options: Any
    ) -> "Match":
        """Begin a match in a thread; by default the challenger has the first seat."""
        challenger, opponent = by or self.anna, to or self.ben
        role = rules.GAMES[key].roles(2)[0]
        first = options.setdefault("role", role) == role
        card = await self.challenge(key, by=challenger, to=opponent, **options)
        assert (await opponent.press(card, "Accept")).answered
        return await self.wait_for_match(card, (challenger, opponent) if first else (opponent, challenger))

    async def wait_for_match(
        self, card: ShownMessage, players: Sequence[Person], home: str | None = None
    ) -> "Match":
        """Wait for the first board of an accepted challenge, in its thread or in `home`."""
        start = await self.sam.wait_for_message(
            home or card.id, lambda m: "Move" in m.buttons, "the first board"
        )
        return Match(self.posted, self.line, self.sam, card, start, players)

    async def newcomer(self, name: str, locale: str = "en-US") -> Person:
        return await newcomer(self.control, name, locale)


@dataclass(frozen=True, slots=True)
class Match:
    """A match. `players` are ordered by seat."""

    posted: Sequence[Message]
    line: pocket.Line
    witness: Person
    card: ShownMessage
    start: ShownMessage
    players: Sequence[Person]

    @property
    def home(self) -> str:
        return self.start.channel

    @property
    def number(self) -> int:
        return number_of(self.start)

    async def boards(self, channel: str | None = None) -> list[ShownMessage]:
        """Return this match's public boards so far, oldest first."""
        title = f"#{self.number}"
        messages = await self.witness.messages(channel or self.home)
        return [
            m
            for m in messages
            if m.pictures and not m.is_private and title in m.headline.split(" · ")[0].split()
        ]

    def pings(self) -> list[str]:
        """Return the ids pinged by the match's messages so far, in order."""
        # An edit removes a message's mentions, so look at messages as first posted.
        return [
            person
            for message in self.posted
            if message.channel_id == self.home
            for person in message.mentions
        ]

    def calls(self, plies: int) -> list[str]:
        """Return the expected pings of a two-player match: both at the start, then one person per ply."""
        turns = [self.players[turn % 2].id for turn in range(1, plies + 1)]
        return [*(player.id for player in self.players), *turns]

    async def board(self, ply: int, channel: str | None = None, *, within: float = TIMEOUT) -> ShownMessage:
        """Wait for the public board after a ply."""
        mark = f"fp:board:{self.number}:{ply}"
        return await self.witness.wait_for_message(
            channel or self.home, lambda m: m.has_custom_id(mark), f"the board after ply {ply}", within=within
        )

    async def wait_until_stripped(self, message: ShownMessage) -> ShownMessage:
        """Wait until a message has lost its buttons."""
        return await self.witness.wait_for_message(
            message.channel, lambda m: m.id == message.id and not m.buttons, f"no buttons on {message.id}"
        )

    async def play(self, *moves: str, after: int = 0) -> ShownMessage:
        """Type moves by alternating seats; return the last board."""
        board = self.start
        for ply, move in enumerate(moves, start=after + 1):
            answer = await self.players[(ply - 1) % 2].slash(self.home, "move", move=move)
            assert f"**{move}**" in answer.text, answer.text
            board = await self.board(ply)
        return board


def number_of(board: ShownMessage) -> int:
    """Return the number of the match from its board's buttons."""
    mark = next(custom_id for custom_id in board.buttons.values() if custom_id.startswith("fp:board:"))
    return int(mark.split(":")[2])


async def newcomer(control: pocket.Control, name: str, locale: str) -> Person:
    user = await control.line.ask("POST", "/playground/control/users", {"name": name, "locale": locale})
    return Person(pocket.Person(control.line, user["id"]), name)


async def picture_of(line: pocket.Line, message: ShownMessage) -> Image.Image:
    """Return a message's only picture, decoded; it must have alt text."""
    ((url, words),) = message.pictures
    assert words.strip(), "a picture without alt text"
    async with line.session.get(url) as response:
        assert response.status == 200
        picture = Image.open(io.BytesIO(await response.read()))
    picture.load()
    assert picture.format == "PNG"
    return picture
