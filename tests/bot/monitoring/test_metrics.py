from typing import Final

import pytest

from bot.kernel.outbox.notices import DeliveryResult, Notice
from bot.kernel.outbox.recorded import RecordedInMatch
from bot.kernel.transactions.unit_of_work import Change
from bot.model.event import DomainEvent
from bot.model.events.events import (
    BoardEvent,
    DiceRolled,
    EndCause,
    EndKind,
    MatchEnded,
    MatchStarted,
    PliesTakenBack,
    PlyPlayed,
    ResultCorrected,
    UndoneText,
)
from bot.model.events.instructions import RemoveButtons
from bot.model.match.log_entry import Automatic
from bot.model.people.person import MessageRef
from bot.model.people.players import HumanPlayer
from bot.model.people.preferences import PingPlace
from bot.monitoring.answer_times import AnswerWay
from bot.monitoring.metrics import Metrics
from bot.tracing import tracing
from data.store import Access
from rules.contract import Outcome
from tests.bot.support.matches_in_memory import match_of

MATCH: Final = match_of(HumanPlayer(1001), HumanPlayer(1002))
RESIGNED: Final = MatchEnded(7, 1, Outcome((0,), "any"), EndCause(EndKind.RESIGNED), None, frozenset(), None)


class Seconds:
    """A clock in seconds, advanced by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def ply(automatic: Automatic | None = None, *, timed_out: bool = False) -> RecordedInMatch:
    event = PlyPlayed(MATCH.id, 0, 1, 0, "a1", 0, 1, PingPlace.THREAD, 0, automatic, timed_out=timed_out)
    return RecordedInMatch(event, MATCH)


def notice(event: DomainEvent, request: str | None, recipient: int | None = None) -> Notice:
    return Notice(1, event, 3, 7, 1, recipient, 0, False, request=request)


def value(metrics: Metrics, name: str, **labels: str) -> float | None:
    return metrics.registry.get_sample_value(f"fernpartie_{name}", labels)


def test_moves_are_counted_by_input_method() -> None:
    metrics = Metrics()
    metrics.answers.on_arrival("1", "/move", AnswerWay.SLASH, 0.0)
    metrics.answers.on_arrival("2", "play", AnswerWay.BUTTON, 0.0)
    with tracing("1"):
        metrics.on_commit(Change((ply(), ply(Automatic.CONDITIONAL), ply(Automatic.FORCED))))
    with tracing("2"):
        metrics.on_commit(Change((ply(),)))
    with tracing("deadline-1"):
        metrics.on_commit(Change((ply(timed_out=True),)))
    metrics.on_commit(Change((ply(), RecordedInMatch(RESIGNED, MATCH))))
    counts = {way: value(metrics, "moves_total", game="conhex", way=way) for way in AnswerWay}
    assert counts == {
        AnswerWay.SLASH: 1,
        AnswerWay.BUTTON: 1,
        AnswerWay.AUTOMATIC: 2,
        AnswerWay.DEADLINE: 1,
        AnswerWay.OTHER: 1,
    }


def test_interaction_phases_are_measured_from_arrival() -> None:
    seconds = Seconds()
    metrics = Metrics(monotonic=seconds)
    metrics.answers.on_arrival("1", "/move", AnswerWay.SLASH, 0.2)
    seconds.now += 0.5
    with tracing("1"):
        metrics.on_commit(Change((ply(),)))
    metrics.answers.on_answer("1", 0.9)
    seconds.now += 1
    metrics.on_post(notice(ply().event, "1"))

    def duration(phase: str) -> float | None:
        total = value(metrics, "answer_seconds_sum", command="/move", phase=phase)
        return None if total is None else round(total, 6)

    assert (duration("committed"), duration("first_answer"), duration("board_posted")) == (0.7, 0.9, 1.7)


def test_only_the_first_board_of_a_request_is_timed() -> None:
    metrics = Metrics()
    metrics.answers.on_arrival("1", "/move", AnswerWay.SLASH, 0.0)
    boards = [notice(ply().event, "1"), notice(RESIGNED, "1")]
    other_posts = [
        notice(ply().event, "1", recipient=1001),
        notice(RemoveButtons(MessageRef(70, 900)), "1"),
        notice(ply().event, None),
        notice(ply().event, "written by another process"),
    ]
    for posts, count in ((other_posts, None), (boards, 1)):
        for post in posts:
            metrics.on_post(post)
        assert value(metrics, "answer_seconds_count", command="/move", phase="board_posted") == count


@pytest.mark.parametrize(
    "event",
    [
        MatchStarted(7, 0, 0, PingPlace.THREAD),
        DiceRolled(7, 1, 2, 0, PingPlace.NONE),
        PliesTakenBack(7, 2, 1, 0, (UndoneText(0, "a1"),), False, 1, 0, PingPlace.THREAD),
        ResultCorrected(7, 2, EndCause(EndKind.ADJUDICATED)),
    ],
    ids=lambda event: type(event).__name__,
)
def test_every_board_event_is_timed(event: BoardEvent) -> None:
    metrics = Metrics()
    metrics.answers.on_arrival("1", "undo", AnswerWay.BUTTON, 0.0)
    metrics.on_post(notice(event, "1"))
    assert value(metrics, "answer_seconds_count", command="undo", phase="board_posted") == 1


def test_old_requests_are_evicted() -> None:
    metrics = Metrics()
    for request in range(3000):
        metrics.answers.on_arrival(str(request), "/move", AnswerWay.SLASH, 0.0)
    metrics.answers.on_answer("0", 0.1)
    metrics.answers.on_answer("2999", 0.1)
    assert value(metrics, "answer_seconds_count", command="/move", phase="first_answer") == 1


def test_deliveries_are_counted_by_kind_and_result() -> None:
    metrics = Metrics()
    for result in (DeliveryResult.POSTPONED, DeliveryResult.POSTPONED, DeliveryResult.DELIVERED):
        metrics.became("PlyPlayed", result)
    assert value(metrics, "deliveries_total", kind="PlyPlayed", result="postponed") == 2
    assert value(metrics, "deliveries_total", kind="PlyPlayed", result="delivered") == 1


def test_database_time_and_errors_are_measured_by_mode() -> None:
    metrics = Metrics()
    metrics.on_access(Access(writes=True, seconds=0.25, failed=False))
    metrics.on_access(Access(writes=False, seconds=0.5, failed=True))
    assert value(metrics, "database_seconds_sum", mode="write") == 0.25
    assert value(metrics, "database_errors_total", mode="read") == 1
    assert value(metrics, "database_errors_total", mode="write") is None


def test_a_released_shard_disappears_from_the_metrics() -> None:
    metrics = Metrics()
    metrics.gateway([(0, 0.05), (1, 0.1)])
    assert value(metrics, "gateway_shards") == 2
    metrics.gateway([(1, 0.2)])
    assert value(metrics, "gateway_shards") == 1
    assert value(metrics, "gateway_latency_seconds", shard="0") is None
    assert value(metrics, "gateway_latency_seconds", shard="1") == 0.2


def test_rate_limits_are_read_on_each_refresh() -> None:
    metrics, limited = Metrics(), {"user": 2, "global": 0}
    assert value(metrics, "invalid_requests") == 0
    metrics.before_scrape(lambda: metrics.limits(limited, invalid=limited["user"]))
    metrics.refresh()
    limited["user"] = 5
    metrics.refresh()
    assert value(metrics, "invalid_requests") == 5
    assert value(metrics, "rate_limited_total", scope="user") == 5
    assert value(metrics, "rate_limited_total", scope="global") == 0


def test_died_engine_processes_are_counted() -> None:
    metrics = Metrics()
    assert value(metrics, "engine_processes_died_total") == 0
    metrics.engine_died()
    assert value(metrics, "engine_processes_died_total") == 1


def test_drawings_connects_and_unsure_messages_are_counted() -> None:
    metrics = Metrics()
    metrics.drew("board", 0.2, 5000)
    metrics.drew("board", 0.3, 7000)
    metrics.drew("profile", 0.1, 900)
    assert [value(metrics, "drawing_bytes_total", kind=kind) for kind in ("board", "profile")] == [12000, 900]
    metrics.count_lookups(hits=5, misses=2)
    assert [value(metrics, "drawing_boards_total", cache=cache) for cache in ("hit", "miss")] == [5, 2]
    metrics.in_use(4)
    metrics.background(busy=2, waiting=9)
    gauges = ("database_connections_in_use", "background_threads_busy", "background_queue_length")
    assert [value(metrics, gauge) for gauge in gauges] == [4, 2, 9]
    metrics.on_connect()
    metrics.on_connect(resumed=True)
    metrics.on_connect(resumed=True)
    assert [value(metrics, "gateway_connects_total", way=way) for way in ("identify", "resume")] == [1, 2]
    metrics.unsure()
    assert value(metrics, "messages_unsure_total") == 1
