"""Request gates with a manual clock."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from unittest.mock import Mock

import aiohttp

from bot.chat.rate_limits.gate import Gate
from bot.chat.rate_limits.refusals import read_refusal
from bot.chat.rate_limits.routes import Purpose, Route

DISCORD = {"Via": "1.1 google"}
PAGE = b"<!DOCTYPE html><html></html>"


class Seconds:
    """A clock advanced by the test."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@dataclass(slots=True)
class Gated:
    """A gate, its clock, and Discord's responses."""

    clock: Seconds
    gate: Gate

    def refuse(
        self, where: Route, status: int, body: Mapping[str, Any] | None = None, **headers: str
    ) -> None:
        """Record a request that is refused immediately."""
        response = Mock(spec=aiohttp.ClientResponse, status=status, reason="No", headers=DISCORD | headers)
        payload = PAGE if body is None else json.dumps(body).encode()
        self.gate.on_refusal(where, read_refusal(response, payload), self.clock())
        self.clock.now += 0.001


def make_gate(per_second: float = 50.0) -> Gated:
    """Return a request gate."""
    clock = Seconds()
    return Gated(clock, Gate(per_second, monotonic=clock))


def work(key: str = "POST channels/1/messages") -> Route:
    """Return a route that is not an interaction's answer."""
    return Route(Purpose.WORK, key)


ANSWER = Route(Purpose.ANSWER, "POST interactions/1")
