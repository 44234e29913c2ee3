"""Requests of a trial: which answers prove something, and which do not."""

from io import BytesIO
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.http import Route

from bot.features.trial.attempts import Attempts, send_json
from bot.features.trial.probe_results import ProbeResults, ProbeVerdict
from bot.features.trial.rows import PROBES

PROBE = "nonce-once"
UNFIT, NO_RIGHT, EXPECTED = 50035, 50013, 40060


def refusal(status: int, code: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="no")
    return discord.HTTPException(response, {"code": code, "message": "no"})


async def respond(outcome: Exception | str) -> str:
    """Raise or return the outcome, like a request to Discord."""
    if isinstance(outcome, Exception):
        raise outcome
    return outcome


def verdict(results: ProbeResults) -> ProbeVerdict:
    return results.rows()[PROBES[PROBE]][0]


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        ("yes", ProbeVerdict.BELIEVED),
        ("no", ProbeVerdict.INSTEAD),
        (refusal(400, UNFIT), ProbeVerdict.INSTEAD),
        (refusal(403, NO_RIGHT), ProbeVerdict.UNTRIED),
        (refusal(503, 0), ProbeVerdict.UNTRIED),
        (TimeoutError(), ProbeVerdict.UNTRIED),
    ],
    ids=["as believed", "otherwise", "refused", "a right is missing", "out of order", "no answer"],
)
async def test_expect_answer_records_the_verdict(outcome: Exception | str, expected: ProbeVerdict) -> None:
    attempts = Attempts(ProbeResults())
    await attempts.expect_answer(PROBE, lambda: respond(outcome), lambda answer: answer == "yes")
    assert verdict(attempts.results) is expected


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (refusal(400, EXPECTED), ProbeVerdict.BELIEVED),
        (refusal(400, UNFIT), ProbeVerdict.INSTEAD),
        ("taken", ProbeVerdict.INSTEAD),
        (refusal(500, 0), ProbeVerdict.UNTRIED),
    ],
    ids=["refused so", "refused otherwise", "taken", "out of order"],
)
async def test_expect_refusal_records_the_verdict(outcome: Exception | str, expected: ProbeVerdict) -> None:
    attempts = Attempts(ProbeResults())
    await attempts.expect_refusal(PROBE, (EXPECTED,), lambda: respond(outcome))
    assert verdict(attempts.results) is expected


async def test_a_file_is_sent_as_attachment_0() -> None:
    sent: list[Any] = []

    async def request(requested: Route, **body: Any) -> None:
        assert requested is route
        sent.append(body)

    client: Any = SimpleNamespace(http=SimpleNamespace(request=request))
    file, route = discord.File(BytesIO(b"1"), "a.png"), Route("POST", "/x")
    await send_json(client, route, {"attachments": [{"id": 0}]}, file)
    await send_json(client, route, {"content": "x"})
    with_file, without_file = sent
    assert [part["name"] for part in with_file["form"]] == ["payload_json", "files[0]"]
    assert (with_file["form"][0]["value"], with_file["files"]) == ('{"attachments": [{"id": 0}]}', [file])
    assert without_file == {"json": {"content": "x"}}


async def test_a_rate_limited_request_is_retried() -> None:
    pauses: list[float] = []
    outcomes: list[Exception | str] = [discord.RateLimited(2.5), "yes"]

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    attempts = Attempts(ProbeResults(), pause)
    assert await attempts.ask(lambda: respond(outcomes.pop(0))) == "yes"
    assert pauses == [2.5]
