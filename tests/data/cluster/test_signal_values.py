"""Signals between processes as lines of text, of any version."""

from datetime import UTC, datetime

import pytest

from data.cluster.signal_values import Signal, Topic

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("signal", "line"),
    [
        (Signal(Topic.NOTICES), "notices"),
        (Signal(Topic.PERSON, 17), "person 17"),
        (Signal(Topic.MESSAGE, -3), "message -3"),
        (Signal(Topic.DEADLINE, moment=NOON), "deadline 2026-11-20T12:00:00+00:00"),
    ],
)
def test_a_signal_round_trips(signal: Signal, line: str) -> None:
    assert signal.to_line() == line
    assert Signal.read(line) == signal


@pytest.mark.parametrize("line", ["", "eclipse", "eclipse 3", "deadline", "deadline soon", "person Anna"])
def test_an_unknown_line_reads_as_topic_unknown(line: str) -> None:
    assert Signal.read(line) == Signal(Topic.UNKNOWN)
