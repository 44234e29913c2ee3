"""The web page: random games over its protocol, idle streams, changes by another process.

WEB_GAMES is the total number of games (70), WEB_SOCKETS the number of open streams (10,000; the limit on open
files must allow it), WEB_CHANGES the number of moves by another process over PostgreSQL (100); 0 skips a
part. Half of the games have the default options, half have random ones.
"""

import asyncio
import contextlib
import os
import random
import resource
import socket
import sys
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import aiohttp
import orjson

from bench.stage.gauges import percentile, verdict
from bench.stage.postgresql import NotInstalled, postgresql
from bot import loop
from bot.address import Address
from bot.app import App, FeatureSettings
from bot.chat.core.app_context import AppContext
from bot.chat.core.pictures import Pictures
from bot.chat.parts.moves import guide_page
from bot.features.web.http.server import WebServer
from bot.features.web.service import live
from bot.features.web.web_page import WebPage
from bot.features.web.web_settings import WebSettings
from bot.kernel.kernel import Kernel
from bot.kernel.outbox.outbox import Outbox
from bot.locale import Texts
from bot.model.challenges.terms import Terms
from bot.model.match.beacon import BeaconSource, Origin
from bot.model.people.person import MessageRef, Person, Place, Request
from bot.model.ports import SecretChance, utc_now
from bot.repositories.matches.matches import MatchRepository
from data.store import Store
from render import Gallery
from rules import GAMES
from rules.contract import Game, Move, RulesError, State

HOST: Final = "127.0.0.1"
PEOPLE: Final = (Person(1, "Anna", "en"), Person(2, "Ben", "de"))
HALL: Final = Place(None, 9, "en")
PLIES: Final = 60
"""The ply at which a player resigns."""
PROGRESS: Final = 100
"""Games between two progress lines."""
SEED: Final = 20261126
MEMORY_GOAL: Final = 100.0
LATENESS_GOAL: Final = 10.0
CHANGE_GOAL: Final = 1.0
WATCH_SECONDS: Final = 20.0
"""Seconds of observing idle streams."""
_CHANGE_CHANCE: Final = 0.3
"""The probability that an option gets a random value."""
_TICK: Final = 0.005
_POLLS: Final = 50


@dataclass(frozen=True, slots=True)
class Page:
    """A running web page, the features behind it, and a client for each person."""

    app: App
    url: str
    session: aiohttp.ClientSession
    numbers: "count[int]"

    def request(self, person: Person) -> Request:
        return Request(f"{self.url} {next(self.numbers)}", person)

    async def begin(self, key: str, options: Mapping[str, str] = {}) -> int:
        """Start a match for two and roll its dice."""
        app, (anna, ben) = self.app, PEOPLE
        terms = Terms(key, options, GAMES[key].roles(2)[0])
        challenge = await app.challenges.services.invitations.challenge(
            self.request(anna), terms, HALL, [ben]
        )
        acceptance = await app.challenges.services.invitations.accept(self.request(ben), challenge.id)
        match = acceptance.match or 0
        async with app.kernel.store.write() as session:
            beacon = BeaconSource.of(Origin.OPENING, MessageRef(9, 1440000000000000001))
            await session.of(MatchRepository).set_beacon(match, beacon)
        await app.matches.services.openings.roll(match)
        return match

    async def bearer(self, person: Person, match: int) -> str:
        """Open a session by a link; return its bearer token."""
        game = await self.app.matches.services.queries.get(match)
        token = await web_page(self.app).grants.link(self.request(person), game)
        answer = await self.send("POST", "api/session", "", {"token": token, "frame": True})
        return str(answer["bearer"])

    async def send(self, method: str, path: str, bearer: str, body: object = None) -> Any:  # noqa: ANN401  # JSON
        """Send a request like the client's; return the answer."""
        headers = {"Origin": self.url, **({"Authorization": f"Bearer {bearer}"} if bearer else {})}
        async with self.session.request(method, f"{self.url}/{path}", json=body, headers=headers) as answer:
            reply = orjson.loads(await answer.read())
            if answer.status >= 400:
                raise RuntimeError(f"{path}: {reply}")
            return reply


def web_page(app: App) -> WebPage:
    """Return the enabled web page."""
    page = app.web.page
    if page is None:
        raise ValueError("the web page is off")
    return page


def run() -> None:
    with TemporaryDirectory(prefix="fernpartie-bench-") as folder:
        loop.run(_measure(Path(folder)))


async def _measure(folder: Path) -> None:
    games, streams, changes = (
        int(os.environ.get(name, number))
        for name, number in (("WEB_GAMES", "70"), ("WEB_SOCKETS", "10000"), ("WEB_CHANGES", "100"))
    )
    if games or streams:
        async with _page(f"sqlite:///{folder / 'web.db'}") as page:
            if games:
                await _play(page, games)
            if streams:
                await _open_streams(page, streams)
    if changes:
        await _watch_other_process(changes)


@asynccontextmanager
async def _page(database: str) -> AsyncIterator[Page]:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port = probe.getsockname()[1]
    url = f"http://{HOST}:{port}"
    settings = WebSettings(Address(HOST, port), url)
    store = await Store.open(database)
    ticks = count(step=100)
    try:
        kernel = Kernel(store=store, games=GAMES, clock=utc_now, chance=SecretChance())
        app = App(kernel, FeatureSettings(web=settings))
        outbox = Outbox(store, utc_now, kernel.routes, "bench")
        chat = AppContext(app.chat_services, outbox, GAMES, Pictures(Gallery()), Texts.load()).chat
        # The rate limits are meant for people.
        server = WebServer(web_page(app).backend(chat), settings, monotonic=lambda: float(next(ticks)))
        async with server.listening(), aiohttp.ClientSession() as session:
            yield Page(app, url, session, count(1))
    finally:
        await store.close()


@dataclass(slots=True)
class WebTally:
    """Counts for one game, played over the protocol.

    `ended` games ended by their rules, all others by resignation; `differences` are from the buttons.
    """

    games: int = 0
    ended: int = 0
    moves: int = 0
    differences: int = 0

    def __str__(self) -> str:
        return (
            f"{self.games} games ({self.ended} to the end by the rules), {self.moves} moves by the protocol, "
            f"{self.differences} differences to the buttons"
        )


async def _play(page: Page, games: int) -> None:
    """Play random games over the protocol; compare its moves, positions and results with the buttons."""
    chance, tallies = random.Random(SEED), {key: WebTally() for key in sorted(GAMES)}
    for number in range(games):
        key = tuple(tallies)[number % len(tallies)]
        # Alternate between default options and random options.
        options = {} if number // len(tallies) % 2 == 0 else _variant(GAMES[key], chance)
        await _game(page, key, options, chance, tallies[key])
        if (number + 1) % PROGRESS == 0:
            print(f"web: {number + 1} of {games} games", file=sys.stderr, flush=True)
    for key, tally in tallies.items():
        print(f"web: {key}: {tally}")
    moves, differences = (
        sum(getattr(tally, name) for tally in tallies.values()) for name in ("moves", "differences")
    )
    print(
        f"web: {games} games in {len(tallies)} games, {moves} moves by the protocol, "
        f"{differences} differences to the buttons ({verdict(reached=not differences)})"
    )


def _variant(game: Game, chance: random.Random) -> Mapping[str, str]:
    """Return random options that are valid together."""
    while True:
        options = {
            option.key: chance.choice(option.values)
            for option in game.options
            if chance.random() < _CHANGE_CHANCE
        }
        with contextlib.suppress(RulesError):
            game.new(options)
            return options


async def _game(
    page: Page, key: str, options: Mapping[str, str], chance: random.Random, tally: WebTally
) -> None:
    match, queries = await page.begin(key, options), page.app.matches.services.queries
    bearers = [await page.bearer(person, match) for person in PEOPLE]
    # Like the client, each side requests only missing points and plies.
    cached = ["" for _ in PEOPLE]
    tally.games += 1
    for _ in range(PLIES):
        position = await queries.position(match)
        now, state = position.match, position.state
        if now.turn is None:
            break
        bearer, query = bearers[now.turn], cached[now.turn]
        view = await page.send("GET", f"api/games/{match}/view{query}", bearer)
        move_texts = (text or "-".join(points) for text, *points in view["ways"])
        texts = {*move_texts, *(move["text"] for move in view["moves"])}
        tally.differences += texts != {move.text for move in _buttons(state)}
        text = chance.choice(sorted(texts))
        query = cached[now.turn] = f"?known={view['board']['key']}&since={view['plies']}"
        body = {"move": text, "plies": now.plies, "taken_back": now.taken_back}
        answer = await page.send(
            "POST", f"api/games/{match}/move{query}", bearer, _request_body(chance, body)
        )
        tally.differences += answer["view"]["history"][0]["text"] != text
        after, next_state = (
            await queries.display_position(match, now.plies + 1),
            state.play(state.parse(text)),
        )
        tally.differences += after.state.position != next_state.position
        # A result by the rules ends the match.
        tally.differences += next_state.outcome is not None and answer["view"]["running"]
        tally.moves += 1
    if (await queries.get(match)).running:
        # Resign, as a person may have only a few dozen running games.
        await page.send("POST", f"api/games/{match}/resign", bearers[0], _request_body(chance, {}))
        tally.differences += (await queries.get(match)).running
    else:
        tally.ended += 1


def _request_body(chance: random.Random, body: Mapping[str, object]) -> Mapping[str, object]:
    """Return a body with a unique id."""
    return {"request": f"{chance.getrandbits(64):016x}", **body}


def _buttons(state: State) -> Sequence[Move]:
    """Return the moves of all buttons of the panel."""
    step = guide_page.first_step(state)
    moves: dict[str, Move] = {}
    open_steps = [step]
    while open_steps:
        for choice in guide_page.choices_at(state, open_steps.pop()):
            if choice.move is not None:
                moves[choice.move.text] = choice.move
            else:
                open_steps.append(choice.step)
    return tuple(moves.values())


async def _open_streams(page: Page, streams: int) -> None:
    """Open many idle streams; measure memory and the delay of the event loop."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < streams + 500:
        print(f"web: {streams} streams need a limit of open files above {hard}")
        return
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, streams + 500)), hard))
    match = await page.begin("conhex")
    bearer = await page.bearer(PEOPLE[0], match)
    usual_limit, live.MAX_STREAMS_PER_PERSON = live.MAX_STREAMS_PER_PERSON, streams  # type: ignore[misc]  # all are one person's here
    baseline = await _lateness(WATCH_SECONDS)
    before = _resident()
    client = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        _CLIENTS,
        page.url,
        str(match),
        bearer,
        str(streams),
        stdin=asyncio.subprocess.PIPE,
    )
    try:
        while web_page(page.app).hub.number < streams:
            await asyncio.sleep(0.2)
            if client.returncode is not None:
                raise RuntimeError("the clients ended")
        used = (_resident() - before) / 1e6
        late = await _lateness(WATCH_SECONDS)
    finally:
        live.MAX_STREAMS_PER_PERSON = usual_limit  # type: ignore[misc]  # as before
        if client.returncode is None:
            client.kill()
        await client.wait()
    print(
        f"web: {streams} idle streams take {used:.0f} MB ({verdict(reached=used <= MEMORY_GOAL)}), "
        f"loop late by {late.p99:.1f} ms at p99 ({verdict(reached=late.p99 <= LATENESS_GOAL)}), "
        f"{baseline.p99:.1f} ms without"
    )
    print(
        f"web: of that the loop's own work is {late.own_p99:.1f} ms at p99 "
        f"({verdict(reached=late.own_p99 <= LATENESS_GOAL)}), {late.own_most:.1f} ms at most; "
        f"it takes {late.load:.1%} of a core, {baseline.load:.1%} without"
    )


@dataclass(frozen=True, slots=True)
class LoopLateness:
    """Milliseconds by which timers are late, and the CPU time of the loop's thread.

    Other programs on the machine also delay timers; `own_` values and `load` count only the loop's work.
    """

    p99: float
    own_p99: float
    own_most: float
    load: float


async def _lateness(seconds: float) -> LoopLateness:
    late, own = list[float](), list[float]()
    start, start_cpu = time.perf_counter(), time.thread_time()
    while time.perf_counter() < start + seconds:
        before, before_cpu = time.perf_counter(), time.thread_time()
        await asyncio.sleep(_TICK)
        late.append(max(0.0, time.perf_counter() - before - _TICK) * 1000)
        own.append((time.thread_time() - before_cpu) * 1000)
    load = (time.thread_time() - start_cpu) / (time.perf_counter() - start)
    return LoopLateness(percentile(late, 99), percentile(own, 99), max(own), load)


async def _watch_other_process(changes: int) -> None:
    """Watch matches over streams while a second app with its own store, as in another process, plays."""
    try:
        server = postgresql()
    except NotInstalled:
        print("web: changes by another process need PostgreSQL")
        return
    with server as database:
        url = await database.create("web")
        async with _page(url) as page, _page(url) as other:
            await _measure_changes(page, other, changes)


@asynccontextmanager
async def _stream(page: Page, match: int, bearer: str) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    address = f"{page.url}/api/games/{match}/live"
    async with page.session.ws_connect(address, headers={"Origin": page.url}) as stream:
        await stream.send_json({"revision": "", "bearer": bearer})
        await stream.receive_json()
        yield stream


async def _poll_cost(page: Page, match: int, bearer: str) -> float:
    """Return the CPU milliseconds of a poll for changes."""
    async with _stream(page, match, bearer):
        before = time.process_time()
        for _ in range(_POLLS):
            await web_page(page.app).hub.poll()
        return (time.process_time() - before) / _POLLS * 1000


async def _measure_changes(page: Page, other: Page, changes: int) -> None:
    chance, waits, match = random.Random(SEED), list[float](), 0
    for number in range(changes):
        if number % PLIES == 0:
            match = await page.begin("conhex")
            bearer = await page.bearer(PEOPLE[0], match)
        async with _stream(page, match, bearer) as stream:
            # Move at a random time between two polls.
            await asyncio.sleep(chance.random())
            position = await other.app.matches.services.queries.position(match)
            now, state = position.match, position.state
            move = chance.choice(state.legal_moves()).text
            person = PEOPLE[now.turn or 0]
            await other.app.matches.services.turns.take_turn(other.request(person), match, move, now.plies)
            start = time.perf_counter()
            while (await stream.receive_json())["plies"] <= now.plies:
                pass
            waits.append(time.perf_counter() - start)
    cost = await _poll_cost(page, match, bearer)
    print(
        f"web: {changes} moves by another process are seen after {percentile(waits, 50):.2f} s, "
        f"{percentile(waits, 95):.2f} s at p95 ({verdict(reached=percentile(waits, 95) <= CHANGE_GOAL)}); "
        f"a poll takes {cost:.1f} ms of CPU, twice a second while anybody watches, never otherwise"
    )


def _resident() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


_CLIENTS: Final = """
import asyncio, base64, json, os, resource, struct, sys
from urllib.parse import urlsplit
url, match, bearer, number = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
resource.setrlimit(resource.RLIMIT_NOFILE, (number + 500, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
parts = urlsplit(url)
async def client(gate):
    async with gate:
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET /api/games/{match}/live HTTP/1.1", "Host: x", f"Origin: {url}", "Upgrade: websocket",
            "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", ""]
        writer.write("\\r\\n".join(lines).encode())
        await reader.readuntil(b"\\r\\n\\r\\n")
        text = json.dumps({"revision": "", "bearer": bearer}).encode()
        writer.write(struct.pack("!BBH", 0x81, 0x80 | 126, len(text)) + bytes(4) + text)
        await reader.read(2)
    while await reader.read(1024):
        # Every ping is answered, masked with zeros.
        writer.write(b"\\x8a\\x80" + bytes(4))
async def main():
    gate = asyncio.Semaphore(50)
    await asyncio.gather(*(client(gate) for _ in range(number)))
asyncio.run(main())
"""
