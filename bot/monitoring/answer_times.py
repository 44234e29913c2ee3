"""How long people wait, measured from the arrival of an interaction on."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from cachetools import LRUCache
from prometheus_client import CollectorRegistry, Histogram

BUCKETS: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 5.0, 10.0, 30.0)
"""Seconds; Discord takes a first answer for three."""
_UNDER_WAY: Final = 2000


class Phase(StrEnum):
    """The progress of an interaction; a deferral is a first answer."""

    FIRST_ANSWER = "first_answer"
    COMMITTED = "committed"
    BOARD_POSTED = "board_posted"


class AnswerWay(StrEnum):
    """How something is done, moves above all."""

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
    """The latency of what people do, by command and phase.

    Only what this process does itself is measured. A request is forgotten when many others have come.
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
        """Note when Discord took the first answer to a request, in seconds after its arrival."""
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
        """Note that a board which a request has led to is posted; the first one counts."""
        arrival = self._arrivals.get(request)
        if arrival is not None and not arrival.posted:
            arrival.posted = True
            self._observe(arrival, Phase.BOARD_POSTED)

    def _observe(self, arrival: _Arrival, phase: Phase) -> None:
        self._seconds.labels(arrival.command, phase).observe(self._monotonic() - arrival.at)
