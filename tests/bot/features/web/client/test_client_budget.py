"""The client's weight: its files, the first board on a slow connection, and a later move."""

import gzip
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page

from rules import GAMES
from tests.bot.features.web.client.table_stage import Room, choose
from tests.bot.support.fakes import ANNA, BEN
from tests.playground.page.page_stage import CHROMIUM

pytestmark = [
    pytest.mark.skipif(not CHROMIUM.exists(), reason="the system's Chromium is not installed"),
    pytest.mark.timeout(120),
]

CLIENT = Path(__file__).parents[5] / "bot" / "features" / "web" / "client"
LARGEST = 40_000
LATENCY, THROUGHPUT = 0.15, 200_000
"""The slow connection: seconds for a round trip, and bytes per second (1.6 Mbit/s)."""
VISIBLE, TOUCHABLE = 1.2, 1.5
MOVE = 4_000
PICTURE_LOADED = (
    "(picture => picture?.complete && picture.naturalWidth > 0)(document.querySelector('#picture'))"
)
OPEN = "document.querySelector('.point:not([aria-disabled])') !== null"


def test_the_client_fits_its_size_budget() -> None:
    packed = {file.name: len(gzip.compress(file.read_bytes(), 9)) for file in CLIENT.iterdir()}
    assert sum(packed.values()) <= LARGEST, packed


def test_the_client_contains_no_game_names() -> None:
    texts = [file.read_text(encoding="utf-8") for file in CLIENT.iterdir()]
    words = {word for key in GAMES for word in (key, key.replace("-", "_"), key.partition("-")[0])}
    assert not [word for word in words - {"fox", "nine", "catch"} for text in texts if word in text]


@dataclass(slots=True)
class Traffic:
    """Records a page's requests with the round trips before each answer, and all received bytes."""

    trips: dict[str, int] = field(default_factory=dict)
    bytes: float = 0

    @property
    def seconds(self) -> float:
        """The seconds this takes on the slow connection, with a fast computer."""
        return max(self.trips.values()) * LATENCY + self.bytes / THROUGHPUT

    async def follow(self, page: Page) -> None:
        session = await page.context.new_cdp_session(page)
        await session.send("Network.enable")
        session.on(
            "Network.requestWillBeSent", lambda event: self._note_request(event["request"]["url"], event)
        )
        session.on("Network.webSocketCreated", lambda event: self._note_request(event["url"], event))
        session.on("Network.loadingFinished", lambda event: self._came(event["encodedDataLength"]))
        session.on(
            "Network.webSocketFrameReceived", lambda event: self._came(len(event["response"]["payloadData"]))
        )

    def _note_request(self, url: str, event: Mapping[str, Any]) -> None:
        initiator = event.get("initiator", {})
        frames = initiator.get("stack", {}).get("callFrames", [])
        causes = [initiator.get("url", ""), *(frame["url"] for frame in frames)]
        # A redirect costs a round trip of its own.
        if "redirectResponse" in event:
            causes.append(event["redirectResponse"]["url"])
        before = max((self.trips.get(cause, 0) for cause in causes), default=0)
        self.trips.setdefault(url, before + 1)

    def _came(self, size: float) -> None:
        self.bytes += size


async def first_board(room: Room, link: str) -> tuple[float, float]:
    """Open a link with an empty cache; return the seconds until the board is visible and can be touched."""
    page = await room.window(width=360, height=740)
    traffic = Traffic()
    await traffic.follow(page)
    await page.goto(link, wait_until="commit")
    seconds = []
    for expression in (PICTURE_LOADED, OPEN):
        while not await page.evaluate(expression):
            await page.wait_for_timeout(20)
        seconds.append(traffic.seconds)
    return seconds[0], seconds[1]


@pytest.mark.asyncio(loop_scope="session")
async def test_the_board_appears_quickly(room: Room) -> None:
    """Uses the game with the largest picture."""
    match = await room.world.match("catch-the-hat")
    assert match.turn is not None
    visible_after, open_to_touch = await first_board(room, await room.link((ANNA, BEN)[match.turn], match))
    assert visible_after <= VISIBLE
    assert open_to_touch <= TOUCHABLE


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("hnefatafl", {"board": "alea-evangelii-19"}),
        ("conhex", {"swap": "off"}),
    ],
)
async def test_a_move_transfers_little_besides_its_picture(
    room: Room, key: str, options: Mapping[str, str]
) -> None:
    """Measures the player's own move, then the opponent's, whose message contains all legal moves."""
    await room.switch_off_confirm()
    match = await room.world.match(key, **options)
    anna = await room.open_seat(ANNA, match)
    session = await anna.page.context.new_cdp_session(anna.page)
    await session.send("Network.enable")
    kinds: dict[str, str] = {}
    bytes_of: dict[str, float] = {}

    def record_type(event: Mapping[str, Any]) -> None:
        kinds[event["requestId"]] = event["type"]

    def record_size(event: Mapping[str, Any]) -> None:
        bytes_of[event["requestId"]] = event["encodedDataLength"]

    def frame(event: Mapping[str, Any]) -> None:
        bytes_of[f"{event['requestId']} {len(bytes_of)}"] = len(event["response"]["payloadData"])

    session.on("Network.responseReceived", record_type)
    session.on("Network.loadingFinished", record_size)
    session.on("Network.webSocketFrameReceived", frame)
    costs = []
    for ply in (1, 2):
        bytes_of.clear()
        move = (await room.state(match)).legal_moves()[0]
        if ply == 1:
            await choose(anna, move)
        else:
            await room.play(match, str(move))
        await anna.wait_for_position(ply, ply)
        await anna.page.wait_for_load_state("networkidle")
        assert len([request for request in bytes_of if kinds.get(request) == "Fetch"]) == 1
        costs.append(sum(size for request, size in bytes_of.items() if kinds.get(request) != "Image"))
    assert min(costs) > 0
    assert max(costs) <= MOVE, costs
