"""Metrics of this process for Prometheus.

Counting is cheap enough for the path of a move. Gauges that need a query are set before a scrape.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from bot.kernel.outbox.notices import DeliveryResult, Notice
from bot.kernel.outbox.recorded import RecordedInMatch
from bot.kernel.transactions.unit_of_work import Change
from bot.model.event import DomainEvent
from bot.model.events.events import (
    DiceRolled,
    MatchEnded,
    MatchStarted,
    PliesTakenBack,
    PlyPlayed,
    ResultCorrected,
)
from bot.monitoring.answer_times import AnswerTimes, AnswerWay
from bot.tracing import current_request
from data.store import Access

QUICK: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds, for rendering and database access."""
_BOARDS: Final[frozenset[type[DomainEvent]]] = frozenset(
    {MatchStarted, PlyPlayed, DiceRolled, MatchEnded, ResultCorrected, PliesTakenBack}
)


class Metrics:
    """The metrics of a process, in their own `registry`; `monotonic` is its clock in seconds."""

    def __init__(
        self, registry: CollectorRegistry | None = None, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self.registry: Final = registry or CollectorRegistry()
        self.answers: Final = AnswerTimes(self.registry, monotonic)
        self._before_scrape: list[Callable[[], None]] = []
        self._moves = self._counter("moves", "Moves played.", "game", "way")
        self._deliveries = self._counter("deliveries", "Attempts to deliver a notice.", "kind", "result")
        self._unsure = self._counter(
            "messages_unsure", "Messages posted though an earlier attempt may have arrived, unseen."
        )
        self._drawing = self._histogram("drawing_seconds", "Seconds to draw a picture.", "kind")
        self._drawn = self._counter("drawing_bytes", "Bytes of the pictures drawn.", "kind")
        self._boards = self._counter("drawing_boards", "Empty boards looked up for pictures.", "cache")
        self._accesses = self._histogram(
            "database_seconds",
            "Duration of a transaction in seconds, with its wait for a connection.",
            "mode",
        )
        self._errors = self._counter("database_errors", "Transactions that failed in the database.", "mode")
        self._in_use = self._gauge("database_connections_in_use", "Connections in use or waited for.")
        self._loop = self._histogram(
            "loop_lateness_seconds", "Seconds by which the event loop ran a task of each second too late."
        )
        self._busy = self._gauge(
            "background_threads_busy", "Background threads that are drawing or replaying."
        )
        self._queue = self._gauge("background_queue_length", "Tasks that wait for a background thread.")
        self._shards = self._gauge("gateway_shards", "Connected shards of this process.")
        self._latency = self._gauge(
            "gateway_latency_seconds", "Seconds until Discord answered the last heartbeat.", "shard"
        )
        self._gateway = self._counter("gateway_connects", "Connections made to the gateway.", "way")
        self._limited = self._counter("rate_limited", "Responses of Discord with status 429.", "scope")
        self._invalid = self._gauge(
            "invalid_requests", "Requests of the last ten minutes that Discord answered with 401, 403 or 429."
        )
        self._engines_died = self._counter(
            "engine_processes_died", "Engine processes that ended, or were killed, before they answered."
        )
        self._limited_before: dict[str, int] = {}
        self._invalid.set(0)

    def before_scrape(self, callback: Callable[[], None]) -> None:
        """Call `callback` in the event loop right before each scrape."""
        self._before_scrape.append(callback)

    def refresh(self) -> None:
        """Update the gauges that are read only on demand."""
        for callback in self._before_scrape:
            callback()

    def on_commit(self, change: Change) -> None:
        """Count the effects of a committed change."""
        request = current_request()
        way = AnswerWay.OTHER if request is None else self.answers.on_commit(request)
        for recorded in change.events:
            if isinstance(recorded, RecordedInMatch) and isinstance(recorded.event, PlyPlayed):
                self._moves.labels(recorded.match.key, _way_of(recorded.event, way)).inc()

    def on_post(self, notice: Notice) -> None:
        """Record that a notice was posted, if it is the public board of a request."""
        if notice.request is not None and notice.recipient is None and notice.kind in _BOARDS:
            self.answers.on_post(notice.request)

    def became(self, kind: str, result: DeliveryResult) -> None:
        """Count a notice's result."""
        self._deliveries.labels(kind, result).inc()

    def unsure(self) -> None:
        """Count a message that may exist twice: an earlier attempt cannot be checked."""
        self._unsure.inc()

    def drew(self, kind: str, seconds: float, size: int) -> None:
        """Record a rendered picture and its bytes."""
        self._drawing.labels(kind).observe(seconds)
        self._drawn.labels(kind).inc(size)

    def count_lookups(self, *, hits: int, misses: int) -> None:
        """Count empty boards by whether the cache had them."""
        self._boards.labels("hit").inc(hits)
        self._boards.labels("miss").inc(misses)

    def on_access(self, access: Access) -> None:
        """Record the end of a read or a transaction."""
        mode = "write" if access.writes else "read"
        self._accesses.labels(mode).observe(access.seconds)
        if access.failed:
            self._errors.labels(mode).inc()

    def engine_died(self) -> None:
        """Count an engine process that ended by itself, or was killed because it was too slow."""
        self._engines_died.inc()

    def in_use(self, connections: int) -> None:
        """Set the number of database connections in use or waited for."""
        self._in_use.set(connections)

    def background(self, *, busy: int, waiting: int) -> None:
        """Set the numbers of busy threads and of waiting jobs."""
        self._busy.set(busy)
        self._queue.set(waiting)

    def loop_was_late(self, seconds: float) -> None:
        """Record how late the event loop ran a due callback."""
        self._loop.observe(seconds)

    def gateway(self, latencies: Iterable[tuple[int, float]]) -> None:
        """Set the latencies of this process's connected shards in seconds."""
        self._latency.clear()
        shards = dict(latencies)
        for shard, seconds in shards.items():
            self._latency.labels(str(shard)).set(seconds)
        self._shards.set(len(shards))

    def on_connect(self, *, resumed: bool = False) -> None:
        """Count a connection to the gateway."""
        self._gateway.labels("resume" if resumed else "identify").inc()

    def limits(self, limited: Mapping[str, int], invalid: int) -> None:
        """Set this process's total numbers of 429s by scope: "user", "global" or "shared".

        `invalid` is the number of all processes' invalid requests in the last ten minutes.
        """
        for scope, number in limited.items():
            self._limited.labels(scope).inc(number - self._limited_before.get(scope, 0))
        self._limited_before = dict(limited)
        self._invalid.set(invalid)

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"fernpartie_{name}", about, labels, registry=self.registry)

    def _gauge(self, name: str, about: str, *labels: str) -> Gauge:
        return Gauge(f"fernpartie_{name}", about, labels, registry=self.registry)

    def _histogram(self, name: str, about: str, *labels: str) -> Histogram:
        return Histogram(f"fernpartie_{name}", about, labels, buckets=QUICK, registry=self.registry)


def _way_of(event: PlyPlayed, way: AnswerWay) -> AnswerWay:
    """Return the origin of a ply in a request with the origin `way`."""
    if event.timed_out:
        return AnswerWay.DEADLINE
    return way if event.automatic is None else AnswerWay.AUTOMATIC
