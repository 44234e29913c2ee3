"""The idle half of a WebSocket: a protocol that only sends, and answers control frames.

aiohttp keeps a request, a parser, queues, timers and two tasks for each WebSocket: 15 kB, where this takes 4.
"""

import asyncio
from collections.abc import Callable
from typing import Final

import orjson
from aiohttp import WSCloseCode, web

from bot.features.web import protocol
from bot.features.web.http.answers import refusal_error
from bot.locale import Language
from bot.model.refusal import Refusal

SEND_SECONDS: Final = 10.0
CLOSE_SECONDS: Final = 2.0
"""Seconds to wait for the client's answer to a close frame."""
_TEXT, _CLOSE, _PING, _PONG = 0x1, 0x8, 0x9, 0xA
_FINAL: Final = 0x80
_MASKED: Final = 0x80
_SHORT: Final = 126
_TWO_BYTES: Final = 2**16
_WRITE_BUFFER: Final = 8 * 1024
"""A client with this much unread data is slow; it is disconnected after SEND_SECONDS."""


class FrameError(Exception):
    """A frame that a client of a stream never sends."""


def frame(opcode: int, payload: bytes = b"") -> bytes:
    """Return a server frame (RFC 6455, 5.2); payloads are shorter than 64 KiB."""
    if len(payload) < _SHORT:
        return bytes((_FINAL | opcode, len(payload))) + payload
    if len(payload) >= _TWO_BYTES:
        raise ValueError(f"a payload of {len(payload)} bytes")
    return bytes((_FINAL | opcode, _SHORT)) + len(payload).to_bytes(2, "big") + payload


def take_control_frame(received: bytes) -> tuple[int, bytes, bytes] | None:
    """Return the opcode and payload of a client's first frame, and the bytes after it.

    None while the frame is incomplete. Raises FrameError for all but control frames (RFC 6455, 5.5).
    """
    if len(received) < 2:
        return None
    opcode, length = received[0] ^ _FINAL, received[1] ^ _MASKED
    if opcode not in {_CLOSE, _PING, _PONG} or length >= _SHORT:
        raise FrameError
    end = 6 + length
    if len(received) < end:
        return None
    mask = received[2:6]
    payload = bytes(byte ^ mask[place % 4] for place, byte in enumerate(received[6:end]))
    return opcode, payload, received[end:]


class LiveConnection(asyncio.Protocol):
    """A client that watches a match. `left` is called once, when the connection closes."""

    __slots__ = ("_answered", "_closing", "_cut_off", "_left", "_received", "_t", "_transport")

    def __init__(self, t: Language, left: Callable[["LiveConnection"], None]) -> None:
        self._t = t
        self._left = left
        self._transport: asyncio.Transport | None = None
        self._received = b""
        self._answered = True
        self._closing = False
        self._cut_off: asyncio.TimerHandle | None = None

    def take_over(self, request: web.Request) -> None:
        """Take the connection of a WebSocket from aiohttp. Raises ConnectionError if it is lost."""
        handler = request.protocol
        transport = handler.transport
        if transport is None or transport.is_closing():
            raise ConnectionResetError("the client has left")
        # For aiohttp the client is gone: it frees all data of the request, and sends nothing more.
        handler.transport = None
        handler.connection_lost(None)
        transport.set_protocol(self)
        transport.set_write_buffer_limits(_WRITE_BUFFER)
        if not transport.is_reading():
            transport.resume_reading()
        self._transport = transport

    def send_change(self, message: protocol.MatchChanged) -> None:
        """Announce that the match has changed."""
        self._send(_TEXT, orjson.dumps(message, option=orjson.OPT_UTC_Z))

    def send_close(self, refusal: Refusal) -> None:
        """Send the reason for closing, and close."""
        message = protocol.Closed(refusal_error(refusal, {}, self._t))
        self._send(_TEXT, orjson.dumps(message, option=orjson.OPT_UTC_Z))
        self.close(WSCloseCode.POLICY_VIOLATION)

    def ping(self) -> None:
        """Send a ping; disconnect a client that has not answered the previous one."""
        if not self._answered and self._transport is not None:
            self._transport.abort()
            return
        self._answered = False
        self._send(_PING)

    def close(self, code: int) -> None:
        """Send a close frame; the connection ends with the client's answer, or after CLOSE_SECONDS."""
        if self._transport is None or self._closing:
            return
        self._send(_CLOSE, code.to_bytes(2, "big"))
        self._closing = True
        asyncio.get_running_loop().call_later(CLOSE_SECONDS, self._transport.close)

    def data_received(self, data: bytes) -> None:
        """Answer control frames; all other frames end the connection."""
        self._answered = True
        if self._closing and self._transport is not None:
            self._transport.close()
            return
        self._received += data
        try:
            while (frame := take_control_frame(self._received)) is not None:
                opcode, payload, self._received = frame
                self._control(opcode, payload)
        except FrameError:
            self._received = b""
            self.close(WSCloseCode.POLICY_VIOLATION)

    def _control(self, opcode: int, payload: bytes) -> None:
        if opcode == _PING:
            self._send(_PONG, payload)
        elif opcode == _CLOSE and self._transport is not None:
            self._send(_CLOSE, payload[:2])
            self._transport.close()

    def pause_writing(self) -> None:
        """Disconnect the client unless it reads within SEND_SECONDS."""
        if self._transport is not None:
            self._cut_off = asyncio.get_running_loop().call_later(SEND_SECONDS, self._transport.abort)

    def resume_writing(self) -> None:
        """Keep the client connected."""
        if self._cut_off is not None:
            self._cut_off.cancel()
            self._cut_off = None

    def connection_lost(self, _error: Exception | None) -> None:
        """Report the end of the connection."""
        self.resume_writing()
        self._transport = None
        self._left(self)

    def _send(self, opcode: int, payload: bytes = b"") -> None:
        if self._transport is not None and not self._closing and not self._transport.is_closing():
            self._transport.write(frame(opcode, payload))
