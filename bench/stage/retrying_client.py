"""Simulated people who keep playing through all faults: without an answer they retry.

After a move they wait for the board, but not indefinitely. Each intended move is recorded, including whether
the bot confirmed it.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random

from bench.stage.people import (
    COMMAND,
    COMPLETION,
    PERSON,
    PRESS,
    SUBCOMMAND,
    TEXT,
    Json,
    RequestCounts,
    single_game,
)
from playground.values.messages import Message, MessageFlag
from playground.world.world import World
from rules import GAMES

TIMEOUT = 8.0
"""Seconds to wait for a deferred answer, or for a message to appear."""
POLL_INTERVAL = 0.1
"""Seconds between polls."""
OPENING_MOVES = 2
"""The moves after which a game has begun: before them it ends differently."""
TRIES = 40
"""The maximum number of attempts of one action."""
LAST_TRIES = 5
"""Attempts to get a suggested move at the end; a busy bot may offer nothing in time."""
AFTER_SILENCE = (0.3, 1.2)
"""Seconds without an answer before the next attempt."""
PLAYED_TEXT = re.compile(r"your move \*\*(?P<move>[^*]+)\*\* is played")
SENT = re.compile(r"You have challenged|Your challenge for")
BEFORE = "is played already, and it is your turn again"
"""The answer to a repeated move, from an earlier attempt or an earlier turn."""


@dataclass(slots=True)
class Intention:
    """An intended move. It is `sure` after the bot confirmed it.

    It was played `before` if the bot said that the last move was the same: by an unanswered attempt, or in an
    earlier turn.
    """

    person: str
    move: str
    sure: bool = False
    before: bool = False
    tries: int = 0
    told: str = ""
    """The confirmed move, which may be longer than the typed one."""
    said: str = ""
    """When and how the bot confirmed it."""


@dataclass(slots=True)
class Tally:
    """Counts of moves, games and answers."""

    moves: int = 0
    unanswered: int = 0
    given_up: int = 0
    games: int = 0
    told: Counter[str] = field(default_factory=Counter)
    """Answers other than a played move."""


@dataclass(slots=True)
class PlayedGame:
    """A game as its players see it: its thread, and their intended moves in order."""

    thread: str
    people: Sequence[str]
    key: str
    clock: str
    intentions: list[Intention] = field(default_factory=list)
    over: bool = False
    stopped: bool = False
    """Whether its players stopped before the end."""
    expired: bool = False
    """Whether their time ran out."""


@dataclass(slots=True)
class RetryingPair:
    """Two people who play successive games in their own channel, with `pause` seconds per move.

    With a `clock` they stop after `most` moves.
    """

    requests: RequestCounts
    world: World
    people: Sequence[str]
    channel: str
    keys: Iterator[str]
    chance: Random
    tally: Tally
    pause: float
    clock: str = ""
    most: int = 1_000_000
    games: list[PlayedGame] = field(default_factory=list)

    async def begin(self) -> None:
        await self._begin(next(self.keys), asyncio.Event())

    async def play(self, stop: asyncio.Event) -> None:
        """Play successive games until asked to stop; then finish the current move.

        A game with a clock is then left to its clock, however few moves it had.
        """
        while not stop.is_set():
            game = self.games[-1]
            while not stop.is_set() and not game.over:
                await asyncio.sleep(self.chance.uniform(0, 2) * self.pause)
                before = self._newest_board(game)
                await self._play_move(game)
                await self._wait_for_board(game, before)
                if len(game.intentions) >= self.most and not game.over:
                    game.stopped = True
                    return
            await self._begin(next(self.keys), stop)
        game = self.games[-1]
        if self.clock and not game.over and len(game.intentions) >= OPENING_MOVES:
            game.stopped = True

    async def _begin(self, key: str, stop: asyncio.Event) -> None:
        first, second = self.people
        options = [
            {"name": "opponent", "type": PERSON, "value": second},
            {"name": "role", "type": TEXT, "value": GAMES[key].roles(2)[0]},
            {"name": "clock", "type": TEXT, "value": self.clock or "none"},
            *single_game(key),
        ]
        data = {"name": "challenge", "options": [{"name": key, "type": SUBCOMMAND, "options": options}]}
        while not stop.is_set():
            ids = {message.id for message in self.world.messages(self.channel)}
            self._count_answer(await self._ask(first, self.channel, COMMAND, data))
            card = await self._new_card(self.channel, ids)
            while card is not None and not stop.is_set():
                card_message = self.world.find_message(card)
                button = None if card_message is None else _entry_button(card_message.components)
                if button is not None:
                    press = {"component_type": 2, "custom_id": button}
                    self._count_answer(await self._ask(second, self.channel, PRESS, press, message_id=card))
                if await self._has_opened(card):
                    game = PlayedGame(card, self.people, key, self.clock)
                    self.games.append(game)
                    self.tally.games += 1
                    return

    async def stuck_games(self, running: Collection[str]) -> Sequence[str]:
        """Return the `running` games that offer no move although nothing is in progress."""
        return [
            f"nobody can move in {game.key} {game.thread}"
            for game in self.games
            if game.thread in running
            and not [player for player in self.people if await self._can_move(game, player)]
        ]

    async def _can_move(self, game: PlayedGame, person: str) -> bool:
        for _ in range(LAST_TRIES):
            if await self._completions(game, person):
                return True
        return False

    async def _play_move(self, game: PlayedGame) -> None:
        """Play a suggested move for whichever player is to move."""
        for _ in range(TRIES):
            for person in self.chance.sample(self.people, len(self.people)):
                choices = await self._completions(game, person)
                if choices:
                    intention = Intention(person, self.chance.choice(choices))
                    game.intentions.append(intention)
                    await self._retry_move(game, intention)
                    return
            if self._is_over(game):
                game.over = True
                return
            await asyncio.sleep(self.chance.uniform(*AFTER_SILENCE))
        self.tally.given_up += 1
        game.over = True

    async def _completions(self, game: PlayedGame, person: str) -> Sequence[str]:
        option = {"name": "move", "type": TEXT, "value": "", "focused": True}
        data = {"name": "move", "options": [option]}
        try:
            outcome = await self.requests.send(person, game.thread, COMPLETION, data)
        except RuntimeError as error:
            self.tally.told[str(error)] += 1
            return ()
        return [str(choice["value"]) for choice in outcome.get("choices") or ()]

    async def _retry_move(self, game: PlayedGame, intention: Intention) -> None:
        """Retry a move until it is answered."""
        data = {"name": "move", "options": [{"name": "move", "type": TEXT, "value": intention.move}]}
        while intention.tries < TRIES:
            intention.tries += 1
            answer = await self._ask(intention.person, game.thread, COMMAND, data)
            if answer is None:
                await asyncio.sleep(self.chance.uniform(*AFTER_SILENCE))
                continue
            match = PLAYED_TEXT.search(answer)
            if match is not None:
                intention.told, intention.before = match["move"], BEFORE in answer
                intention.sure = not intention.before
                intention.said = f"{datetime.now(UTC):%H:%M:%S.%f} {answer.splitlines()[0]}"
                self.tally.moves += intention.sure
                return
            self._count_answer(answer)
            if "went wrong" not in answer:
                return
            await asyncio.sleep(self.chance.uniform(*AFTER_SILENCE))

    def _count_answer(self, answer: str | None) -> None:
        if answer and not SENT.search(answer):
            self.tally.told[re.sub(r"\d+", "N", answer.split("\n")[0])[:90]] += 1

    async def _ask(self, person: str, channel: str, kind: int, data: Json, **more: object) -> str | None:
        """Send a request; return the text of its answer, None without an answer."""
        try:
            outcome = await self.requests.send(person, channel, kind, data, **more)
        except RuntimeError as error:
            return str(error)
        if outcome["status"] != "answered":
            self.tally.unanswered += 1
            return None
        message = outcome.get("message")
        return "" if message is None else await self._read(str(message["id"]))

    async def _read(self, message: str) -> str | None:
        """Return the text of an answer once it is no longer deferred."""
        for _ in range(int(TIMEOUT / POLL_INTERVAL)):
            answer = self.world.find_message(message)
            if answer is not None and not answer.has(MessageFlag.LOADING):
                return "\n".join([answer.content, *_texts(answer.components)]).strip()
            await asyncio.sleep(POLL_INTERVAL)
        self.tally.unanswered += 1
        return None

    async def _new_card(self, channel: str, ids: set[str]) -> str | None:
        """Return the newest card in a channel."""
        for _ in range(int(TIMEOUT / POLL_INTERVAL)):
            for message in self.world.newest_first(channel):
                if message.id not in ids and _entry_button(message.components) is not None:
                    return message.id
            await asyncio.sleep(POLL_INTERVAL)
        return None

    async def _has_opened(self, card: str) -> bool:
        """Wait for a match's thread and its first board."""
        for _ in range(int(TIMEOUT / POLL_INTERVAL)):
            if card in self.world.channels and any(
                message.attachments for message in self.world.messages(card)
            ):
                return True
            await asyncio.sleep(POLL_INTERVAL)
        return False

    async def _wait_for_board(self, game: PlayedGame, before: Message | None) -> None:
        """Wait for the next board, but not indefinitely: people may play faster than Discord is updated."""
        for _ in range(int(TIMEOUT / POLL_INTERVAL)):
            newest = self._newest_board(game)
            if newest is not None and (before is None or newest.id != before.id):
                return
            await asyncio.sleep(POLL_INTERVAL)

    def _is_over(self, game: PlayedGame) -> bool:
        newest = self._newest_board(game)
        return newest is not None and "🏁" in newest.content

    def _newest_board(self, game: PlayedGame) -> Message | None:
        return next(
            (message for message in self.world.newest_first(game.thread) if message.attachments), None
        )


def _entry_button(components: Sequence[Json]) -> str | None:
    """Return the custom id of the button to enter a game."""
    for component in components:
        custom_id = str(component.get("custom_id", ""))
        if custom_id.startswith(("fp:accept:", "fp:join:")):
            return custom_id
        button = _entry_button(component.get("components", ()))
        if button is not None:
            return button
    return None


def _texts(components: Sequence[Json]) -> Iterator[str]:
    for component in components:
        if component["type"] == 10:
            yield str(component["content"])
        yield from _texts(component.get("components", ()))
