"""How long people wait, from the arrival of their interaction."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from cachetools import LRUCache
from prometheus_client import CollectorRegistry, Histogram

BUCKETS: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 5.0, 10.0, 30.0)
"""Seconds; Discord waits three for a first answer."""
_UNDER_WAY: Final = 2000


class Phase(StrEnum):
    """The progress of an interaction; a deferral counts as a first answer."""

    FIRST_ANSWER = "first_answer"
    COMMITTED = "committed"
    BOARD_POSTED = "board_posted"


class AnswerWay(StrEnum):
    """The origin of an action, moves above all."""

    SLASH = "slash"
    BUTTON = "button"
    AUTOMATIC = "automatic"
    DEADLINE = "deadline"
    OTHER = "other"


@dataclass(slots=True)
class _Arrival:
    command: str
    way: AnswerWay
    at: float
    posted: bool = False


class AnswerTimes:
    """The latency of people's actions, by command and phase.

    Only this process's own part is measured. The least recently used requests are forgotten.
    """

    def __init__(self, registry: CollectorRegistry, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._seconds = Histogram(
            "fernpartie_answer_seconds",
            "Seconds since an interaction arrived, by command and phase.",
            ("command", "phase"),
            buckets=BUCKETS,
            registry=registry,
        )
        self._arrivals: LRUCache[str, _Arrival] = LRUCache(_UNDER_WAY)

    def on_arrival(self, request: str, command: str, way: AnswerWay, ago: float) -> None:
        """Record that an interaction arrived `ago` seconds ago."""
        self._arrivals[request] = _Arrival(command, way, self._monotonic() - ago)

    def on_answer(self, request: str, seconds: float) -> None:
        """Record when Discord accepted the first answer to a request, in seconds after its arrival."""
        arrival = self._arrivals.get(request)
        if arrival is not None:
            self._seconds.labels(arrival.command, Phase.FIRST_ANSWER).observe(seconds)

    def on_commit(self, request: str) -> AnswerWay:
        """Record that a request is committed; return its origin."""
        arrival = self._arrivals.get(request)
        if arrival is None:
            return AnswerWay.OTHER
        self._observe(arrival, Phase.COMMITTED)
        return arrival.way

    def on_post(self, request: str) -> None:
        """Record that a request's board is posted; only the first board counts."""
        arrival = self._arrivals.get(request)
        if arrival is not None and not arrival.posted:
            arrival.posted = True
            self._observe(arrival, Phase.BOARD_POSTED)

    def _observe(self, arrival: _Arrival, phase: Phase) -> None:
        self._seconds.labels(arrival.command, phase).observe(self._monotonic() - arrival.at)
