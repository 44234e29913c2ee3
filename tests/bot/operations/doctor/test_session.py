"""The doctor's session: the machine's clock compared with Discord's answers."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from bot.operations.doctor.session import DoctorSession

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HEADER = "Fri, 20 Nov 2026 12:00:00 GMT"


async def ahead(*moments: float, dates: Sequence[str | None] = (HEADER,)) -> timedelta | None:
    """Return the clock difference; `moments` are the machine's seconds after noon, two for each answer."""
    clock = iter(NOON + timedelta(seconds=moment) for moment in moments)
    session = DoctorSession(lambda: next(clock))
    trace = session.client.http.http_trace
    assert trace is not None
    ended: Any
    nothing: Any = None
    for date in dates:
        await trace.on_request_start[-1](nothing, SimpleNamespace(), nothing)
        ended = SimpleNamespace(response=SimpleNamespace(headers={} if date is None else {"Date": date}))
        await trace.on_request_end[-1](nothing, SimpleNamespace(), ended)
    return session.ahead


@pytest.mark.parametrize(
    ("started", "ended", "seconds"),
    [(0.0, 1.0, 0.0), (60.0, 64.0, 61.5), (-30.0, -30.0, -30.5)],
    ids=["right", "ahead", "behind"],
)
async def test_the_clock_offset_uses_the_middle_of_a_request(
    started: float, ended: float, seconds: float
) -> None:
    assert await ahead(started, ended) == timedelta(seconds=seconds)


async def test_the_clock_offset_uses_the_last_dated_response() -> None:
    assert await ahead(0, 0, dates=(None,)) is None
    assert await ahead(0, 1, 8, 9, 20, dates=(HEADER, HEADER, None)) == timedelta(seconds=8)


def test_the_doctor_session_pings_nobody_and_reads_no_message_content() -> None:
    client = DoctorSession(lambda: NOON).client
    mentions = client.allowed_mentions
    assert mentions is not None
    assert dict(mentions.to_dict()) == {"parse": []}
    assert not client.intents.message_content
