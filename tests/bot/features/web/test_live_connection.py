"""Idle streams: frames, pings by a shared timer, and unresponsive clients."""

import asyncio
from typing import Any

import pytest
from aiohttp import WSCloseCode, WSMsgType

from bot.features.web.http import live_connection, pings
from bot.features.web.http.live_connection import FrameError, LiveConnection, frame, take_control_frame
from bot.features.web.http.pings import Pings
from bot.features.web.protocol import MatchChanged
from bot.locale import Texts
from tests.bot.features.web.pages import Seconds, page_of, web_over
from tests.bot.features.web.test_web_streams import next_event, stream
from tests.bot.support.fakes import ANNA, World

pytest_plugins = ("tests.bot.support.worlds",)
CHANGED = MatchChanged("a", 1, 0, True)
MASK = bytes((1, 2, 3, 4))


def client_frame(opcode: int, payload: bytes = b"") -> bytes:
    """Return a frame as sent by a client."""
    masked = bytes(byte ^ MASK[place % 4] for place, byte in enumerate(payload))
    return bytes((0x80 | opcode, 0x80 | len(payload))) + MASK + masked


class Wire(asyncio.Transport):
    """A connection that records the sent frames."""

    def __init__(self) -> None:
        super().__init__()
        self.sent = b""
        self.closed = self.aborted = False

    def write(self, data: Any) -> None:
        self.sent += bytes(data)

    def is_closing(self) -> bool:
        return self.closed or self.aborted

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.aborted = True


class EndedConnections(list[LiveConnection]):
    """Collects the connections that have ended."""


def connection() -> tuple[LiveConnection, Wire, EndedConnections]:
    ended, wire = EndedConnections(), Wire()
    connection = LiveConnection(Texts.load().language(None), ended.append)
    connection._transport = wire
    return connection, wire, ended


def test_long_payloads_use_a_long_length_field() -> None:
    assert frame(1, b"x" * 125)[:2] == bytes((0x81, 125))
    assert frame(1, b"x" * 126)[:4] == bytes((0x81, 126, 0, 126))
    assert frame(1, b"x" * 65535)[:4] == bytes((0x81, 126, 255, 255))
    with pytest.raises(ValueError, match="65536"):
        frame(1, b"x" * 65536)


@pytest.mark.parametrize(
    "frame",
    [
        client_frame(0x1, b"text"),
        client_frame(0x2),
        client_frame(0x0),
        client_frame(0xB),
        b"\x8a\x00",
        b"\x0a\x80" + MASK,
        b"\xca\x80" + MASK,
        b"\x8a\xfe\x00\x7e" + MASK,
    ],
    ids=["text", "binary", "continued", "unknown", "unmasked", "fragment", "extension", "long"],
)
def test_unsupported_frames_are_refused(frame: bytes) -> None:
    with pytest.raises(FrameError):
        take_control_frame(frame)


def test_partial_frames_are_buffered() -> None:
    whole = client_frame(0x9, b"hello")
    for length in range(len(whole)):
        assert take_control_frame(whole[:length]) is None
    assert take_control_frame(whole + b"rest") == (0x9, b"hello", b"rest")


async def test_a_ping_is_answered_with_its_payload() -> None:
    live, wire, _ = connection()
    frames = client_frame(0x9, b"hello") + client_frame(0x9)
    for place in range(len(frames)):
        live.data_received(frames[place : place + 1])
    assert wire.sent == frame(0xA, b"hello") + frame(0xA)


async def test_a_close_frame_is_answered_and_ends_the_stream() -> None:
    live, wire, ended = connection()
    live.data_received(client_frame(0x8, b"\x03\xe8bye"))
    assert (wire.sent, wire.closed) == (frame(0x8, b"\x03\xe8"), True)
    live.send_change(CHANGED)
    assert wire.sent == frame(0x8, b"\x03\xe8")
    live.connection_lost(None)
    assert ended == [live]


async def test_a_second_message_ends_the_stream() -> None:
    live, wire, _ = connection()
    live.data_received(client_frame(0x1, b"more"))
    assert wire.sent == frame(0x8, int(WSCloseCode.POLICY_VIOLATION).to_bytes(2, "big"))
    assert not wire.closed, "the client may still answer"
    live.data_received(client_frame(0x8))
    assert wire.closed


async def test_a_client_slow_to_close_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_connection, "CLOSE_SECONDS", 0.0)
    live, wire, _ = connection()
    live.close(WSCloseCode.GOING_AWAY)
    for _ in range(3):
        await asyncio.sleep(0)
    assert wire.closed


async def test_a_client_without_pongs_is_cut_off() -> None:
    live, wire, _ = connection()
    live.ping()
    live.data_received(client_frame(0xA))
    live.ping()
    assert not wire.aborted
    live.ping()
    assert wire.aborted


async def test_a_client_that_stops_reading_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_connection, "SEND_SECONDS", 0.0)
    live, wire, _ = connection()
    live.pause_writing()
    live.resume_writing()
    for _ in range(3):
        await asyncio.sleep(0)
    assert not wire.aborted
    live.pause_writing()
    for _ in range(3):
        await asyncio.sleep(0)
    assert wire.aborted


class PingCounter:
    """A connection that counts its pings."""

    def __init__(self) -> None:
        self.number = 0

    def ping(self) -> None:
        self.number += 1


def test_each_stream_is_pinged_once_per_round_in_small_batches() -> None:
    clock = Seconds()
    scheduler, connections = Pings(clock), [PingCounter() for _ in range(3 * pings.MAX_AT_ONCE)]
    for connection in connections:
        scheduler.add(connection)
    assert scheduler.step() == pings.HEARTBEAT
    clock.now += pings.HEARTBEAT
    for step in (1, 2, 3):
        assert scheduler.step() == pings.STEP
        assert sum(connection.number for connection in connections) == step * pings.MAX_AT_ONCE
    assert scheduler.step() == pings.HEARTBEAT
    assert {connection.number for connection in connections} == {1}
    for connection in connections[1:]:
        scheduler.remove(connection)
    clock.now += pings.HEARTBEAT
    scheduler.step()
    assert connections[0].number == 2
    assert connections[1].number == 1


async def test_nothing_runs_without_a_stream() -> None:
    pauses = list[float]()

    async def pause(seconds: float) -> None:
        pauses.append(seconds)
        await asyncio.Event().wait()

    scheduler, first = Pings(Seconds(), pause), PingCounter()
    running = asyncio.create_task(scheduler.run())
    for _ in range(3):
        await asyncio.sleep(0)
    assert pauses == []
    scheduler.add(first)
    for _ in range(3):
        await asyncio.sleep(0)
    assert pauses == [pings.HEARTBEAT]
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_an_idle_stream_is_pinged_and_closed_on_shutdown(world: World) -> None:
    async with web_over(world) as web:
        match = await world.match("conhex")
        anna, _ = await web.browser(ANNA, match)
        async with stream(anna, match, "") as socket:
            await next_event(socket)
            (idle,) = web.server._stream._connections
            end, leavers = asyncio.Event(), idle._left

            def leave(connection: LiveConnection) -> None:
                leavers(connection)
                end.set()

            idle._left = leave
            # Any message shows that the client is alive; without it, the second ping would end the stream.
            for _ in range(3):
                idle.ping()
                await socket.ping(b"again")
                await anna.get(f"/api/games/{match.id}/view")
            assert page_of(world).hub.number == 1
            await web.server._stream.close_all()
            message = await socket.receive(timeout=5)
            assert (message.type, message.data) == (WSMsgType.CLOSE, WSCloseCode.GOING_AWAY)
        await asyncio.wait_for(end.wait(), 5)
        assert not page_of(world).hub.number
