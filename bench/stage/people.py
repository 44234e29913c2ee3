"""Simulated people at a playground, who start matches and play moves with the page's requests.

A bot other than Fernpartie has no matches: people send it the same moves in their own threads.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from random import Random
from typing import Any

import aiohttp

from playground.server import Playground
from playground.values.events import MessagePosted, WorldEvent
from playground.values.messages import Message
from rules import GAMES
from rules.contract.capabilities import series_of

TIMEOUT = 30.0
COMMAND, PRESS, COMPLETION = 2, 3, 4
SUBCOMMAND, TEXT, PERSON = 1, 3, 6
GAMES_PLAYED = ("conhex", "hnefatafl", "fox-and-hens", "ludus-latrunculorum")
OPTIONS: dict[str, dict[str, str]] = {
    "conhex": {"swap": "off"},
    "fox-and-hens": {"missed_capture": "enforced"},  # the newcomers' option
}

Json = dict[str, Any]


class RequestCounts:
    """Requests to a playground, and the boards that the bot posts there."""

    def __init__(self, session: aiohttp.ClientSession, playground: Playground) -> None:
        self._session = session
        self._url = playground.url
        self._bot = playground.world.bot.id
        self._awaited: dict[str, asyncio.Future[None]] = {}
        self.boards = 0
        playground.world.listen(self._on_event)

    async def post(self, path: str, body: Json) -> Json:
        """Send a request. Raises RuntimeError if it is refused."""
        async with self._session.post(self._url + path, json=body) as response:
            answer: Json = await response.json()
            if response.status >= 400:
                raise RuntimeError(f"{path}: {answer.get('error')}")
            return answer

    async def act(self, person: str, channel: str, kind: int, data: Json, **more: object) -> Json:
        """Use a command or a component as a person; return the interaction.

        Raises RuntimeError if the bot does not answer.
        """
        outcome = await self.send(person, channel, kind, data, **more)
        if outcome["status"] != "answered":
            raise RuntimeError("the bot did not answer")
        return outcome

    async def send(self, person: str, channel: str, kind: int, data: Json, **more: object) -> Json:
        """Use a command or a component as a person; return the interaction even if it failed."""
        body = {"as": person, "channel_id": channel, "type": kind, "data": data} | more
        return await self.post("/playground/interactions", body)

    async def board_after(self, channel: str, act: Callable[[], Awaitable[object]]) -> None:
        """Act and wait until the bot posts a board in the given channel or thread.

        Raises TimeoutError with the bot's answer, often a refusal.
        """
        board = self._awaited[channel] = asyncio.get_running_loop().create_future()
        answer: object = "nothing"
        try:
            async with asyncio.timeout(TIMEOUT):
                answer = await act()
                await board
        except TimeoutError as error:
            raise TimeoutError(f"no board in channel {channel}; the bot answered {answer}") from error

    def _on_event(self, event: WorldEvent) -> None:
        if not isinstance(event, MessagePosted):
            return
        message = event.message
        if message.author_id == self._bot and message.attachments and message.ephemeral_for is None:
            self.boards += 1
            waiting = self._awaited.pop(message.channel_id, None)
            if waiting is not None and not waiting.done():
                waiting.set_result(None)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two people and the thread of their match. `moves` yields players and moves until exhausted."""

    requests: RequestCounts
    people: Sequence[str]
    thread: str
    moves: Iterator[tuple[int, str]]

    async def move(self) -> bool:
        """Play the next move with /move and wait for the board; return False if there are no more moves."""
        following = next(self.moves, None)
        if following is None:
            return False
        seat, move = following
        data = {"name": "move", "options": [{"name": "move", "type": TEXT, "value": move}]}
        await self.requests.board_after(
            self.thread, lambda: self.requests.act(self.people[seat], self.thread, COMMAND, data)
        )
        return True


@dataclass(frozen=True, slots=True)
class AskingPair:
    """Two people who play the moves that `/move` suggests; this also works for games with dice."""

    requests: RequestCounts
    people: Sequence[str]
    thread: str
    chance: Random

    async def move(self) -> bool:
        """Play a move and wait for the board; return False if neither person has a move."""
        for person in self.chance.sample(self.people, len(self.people)):
            completion = {
                "name": "move",
                "options": [{"name": "move", "type": TEXT, "value": "", "focused": True}],
            }
            choices = (await self.requests.act(person, self.thread, COMPLETION, completion))["choices"]
            if choices:
                move = str(self.chance.choice(choices)["value"])
                data = {"name": "move", "options": [{"name": "move", "type": TEXT, "value": move}]}
                try:
                    await self.requests.board_after(
                        self.thread, partial(self.requests.act, person, self.thread, COMMAND, data)
                    )
                except TimeoutError:
                    return False  # a claim, or the bot asks a question
                return True
        return False


async def asking_pairs(
    requests: RequestCounts, playground: Playground, number: int, channel: str
) -> list[AskingPair]:
    """Start `number` matches in a channel, cycling through all games, each between two newcomers.

    A pair without an answer in time, as on a busy machine, is omitted.
    """
    couples = []
    for seed, key in zip(range(number), cycle(GAMES), strict=False):
        people = [await newcomer(requests, f"Player {2 * seed + seat}") for seat in (0, 1)]
        try:
            thread = await _begin_match(requests, playground, channel, key, people)
        except RuntimeError:
            continue
        couples.append(AskingPair(requests, people, thread, Random(seed)))
    return couples


async def pairs(
    requests: RequestCounts, playground: Playground, number: int, plies: int, channels: Sequence[str] = ()
) -> list[Pair]:
    """Start `number` matches, cycling through games, each of two newcomers with `plies` prepared moves.

    The channels are used in turn; without any, the first one of a server.
    """
    first = next(channel.id for channel in playground.world.channels.values() if channel.guild_id)
    couples = []
    for seed, key, channel in zip(
        range(number), cycle(GAMES_PLAYED), cycle(channels or (first,)), strict=False
    ):
        people = [await newcomer(requests, f"Player {2 * seed + seat}") for seat in (0, 1)]
        thread = await _begin_match(requests, playground, channel, key, people)
        couples.append(Pair(requests, people, thread, iter(_random_game(key, seed, plies))))
    return couples


async def pairs_without_matches(
    requests: RequestCounts, playground: Playground, number: int, plies: int
) -> list[Pair]:
    """Open a thread for each of `number` pairs."""
    channel = next(channel for channel in playground.world.channels.values() if channel.guild_id)
    couples = []
    for seed, key in zip(range(number), cycle(GAMES_PLAYED), strict=False):
        people = [await newcomer(requests, f"Player {2 * seed + seat}") for seat in (0, 1)]
        body = {"as": people[0], "channel_id": channel.id, "name": f"Pair {seed}"}
        thread = await requests.post("/playground/threads", body)
        couples.append(Pair(requests, people, str(thread["id"]), iter(_random_game(key, seed, plies))))
    return couples


async def open_channel(requests: RequestCounts, server: str, name: str) -> str:
    """Open a text channel and return its id; the bot starts at most 200 matches per channel."""
    body = {"guild_id": server, "name": name, "type": "text"}
    return str((await requests.post("/playground/control/channels", body))["id"])


async def newcomer(requests: RequestCounts, name: str) -> str:
    """Add a person; return their id."""
    return str((await requests.post("/playground/control/users", {"name": name, "locale": "en-US"}))["id"])


def single_game(key: str) -> list[Json]:
    """Return the challenge option for a single game, if the game has series."""
    series = series_of(GAMES[key])
    return [] if series is None else [{"name": "series", "type": TEXT, "value": "single"}]


async def _begin_match(
    requests: RequestCounts, playground: Playground, channel: str, key: str, people: Sequence[str]
) -> str:
    first, second = people
    options = [
        {"name": "opponent", "type": PERSON, "value": second},
        {"name": "role", "type": TEXT, "value": GAMES[key].roles(2)[0]},
        {"name": "clock", "type": TEXT, "value": "none"},
        *single_game(key),
    ]
    if variant := " ".join(f"{name}={value}" for name, value in OPTIONS.get(key, {}).items()):
        options.append({"name": "variant", "type": TEXT, "value": variant})
    data = {"name": "challenge", "options": [{"name": key, "type": SUBCOMMAND, "options": options}]}
    before = {message.id for message in playground.world.newest_first(channel)}
    await requests.board_after(channel, lambda: requests.act(first, channel, COMMAND, data))
    # The bot's greeting has a picture, too, and may come first.
    while (card := _open_card(playground, channel, before)) is None:
        await requests.board_after(channel, lambda: asyncio.sleep(0))
    accept = {"component_type": 2, "custom_id": _accept_button(card.components)}
    # A thread opened on a message has the message's id.
    await requests.board_after(
        card.id, lambda: requests.act(second, channel, PRESS, accept, message_id=card.id)
    )
    return card.id


def _open_card(playground: Playground, channel: str, before: Collection[str]) -> Message | None:
    """Return the open card newly posted in a channel, if any; `before` are the earlier messages."""
    new = (message for message in playground.world.newest_first(channel) if message.id not in before)
    return next(
        (message for message in new if message.attachments and _accept_button(message.components)), None
    )


def _accept_button(components: Sequence[Json]) -> str:
    for component in components:
        if component["type"] == 2 and component.get("label") in {"Accept", "Join"}:
            return str(component["custom_id"])
        button = _accept_button(component.get("components", ()))
        if button:
            return button
    return ""


def _random_game(key: str, seed: int, plies: int) -> list[tuple[int, str]]:
    """Return the seats and moves of the first `plies` plies of a random game that lasts that long."""
    chance = Random(seed)
    while True:
        state, moves = GAMES[key].new(OPTIONS.get(key, {})), list[tuple[int, str]]()
        while state.turn is not None and len(moves) < plies:
            move = chance.choice(state.legal_moves())
            moves.append((state.turn, move.text))
            state = state.play(move)
        if len(moves) == plies:
            return moves
