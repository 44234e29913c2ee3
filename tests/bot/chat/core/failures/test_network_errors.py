"""Temporary refusals of an answer, by code, status and page."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.chat.core.failures.discord_refusals import CODES, EDITS_LIMITED, RefusalMeaning
from bot.chat.core.failures.network_errors import OVER, passes

HTML = "<html><title>Attention Required! | Cloudflare</title></html>"
UNKNOWN = 987_654


def http_error(status: int, code: int, body: str | None = None) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="")
    return discord.HTTPException(response, body or {"code": code, "message": "no"})


@pytest.mark.parametrize("status", [400, 403, 404, 413])
def test_only_transient_codes_pass(status: int) -> None:
    passing = {code for code, meaning in CODES.items() if meaning is RefusalMeaning.PASSING}
    codes = {*CODES, *OVER, UNKNOWN}
    assert {code for code in codes if passes(http_error(status, code))} == passing - EDITS_LIMITED


@pytest.mark.parametrize("status", [429, 500, 502, 503])
def test_server_errors_pass_for_all_codes_but_limited_edits(status: int) -> None:
    codes = {0, UNKNOWN, *CODES}
    assert {code for code in codes if not passes(http_error(status, code))} == EDITS_LIMITED


@pytest.mark.parametrize(
    ("status", "expected"), [(400, False), (403, True), (404, True), (429, True), (502, True)]
)
def test_status_decides_for_answers_without_a_code(status: int, expected: bool) -> None:
    assert passes(http_error(status, 0)) is expected
    assert passes(http_error(status, 0, HTML)) is expected
