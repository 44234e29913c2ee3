"""Rows of the report: no claim goes beyond its probes."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.features.trial.probe_results import ProbeResults, ProbeVerdict, line
from tests.bot.chat.presses import TEXTS

EN = TEXTS.language("en")


def error(status: int, code: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="no")
    return discord.HTTPException(response, {"code": code, "message": "no"})


def result_line(results: ProbeResults, row: str) -> str:
    return line(row, *results.rows()[row], EN)


@pytest.fixture
def results() -> ProbeResults:
    return ProbeResults()


def test_an_untried_probe_is_reported_as_untried(results: ProbeResults) -> None:
    assert result_line(results, "forms") == "forms: not tried"
    assert results.counts()[ProbeVerdict.BELIEVED] == 0


def test_all_probes_of_a_row_must_hold(results: ProbeResults) -> None:
    results.check("fetch-own", holds=True)
    assert result_line(results, "fetch-own") == "fetch-own: as believed"
    results.check("deleted-unknown", holds=False)
    assert result_line(results, "fetch-own") == "fetch-own: instead, a deleted message can still be read"


def test_a_refusal_is_reported_with_its_code(results: ProbeResults) -> None:
    results.record_refusal("kept-file", error(400, 50035))
    assert result_line(results, "edit-keeps-listed").endswith(
        "`kept-file` was refused (HTTP 400, code 50035)"
    )


def test_a_connection_failure_is_no_verdict(results: ProbeResults) -> None:
    results.record_untried("nonce-once", error(503, 0))
    assert result_line(results, "nonce-once") == "nonce-once: not tried, HTTP 503, code 0"
    results.check("nonce-once", holds=True)
    assert result_line(results, "nonce-once") == "nonce-once: as believed"


def test_a_failure_does_not_revoke_a_verdict(results: ProbeResults) -> None:
    results.check("nonce-once", holds=True)
    results.record_untried("nonce-once", TimeoutError())
    assert result_line(results, "nonce-once") == "nonce-once: as believed"
