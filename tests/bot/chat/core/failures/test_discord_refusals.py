"""Meanings of Discord's refusals by code; unknown ones count as temporary at first."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.chat.core.failures.discord_refusals import (
    CODES,
    RefusalMeaning,
    is_lasting,
    meaning,
    requested_pause,
)

HTML = "<html><title>Attention Required! | Cloudflare</title></html>"


def http_error(status: int, code: int, body: str | None = None) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="")
    return discord.HTTPException(response, body or {"code": code, "message": "no"})


@pytest.mark.parametrize(
    ("status", "code", "expected"),
    [
        (404, 10003, RefusalMeaning.GONE),
        (403, 50001, RefusalMeaning.CLOSED),
        (403, 50013, RefusalMeaning.CLOSED),
        (400, 50083, RefusalMeaning.CLOSED),
        (400, 160005, RefusalMeaning.CLOSED),
        (400, 160006, RefusalMeaning.CLOSED),
        (400, 40058, RefusalMeaning.CLOSED),
        (400, 50024, RefusalMeaning.CLOSED),
        (403, 50007, RefusalMeaning.UNREACHABLE),
        (400, 50007, RefusalMeaning.UNREACHABLE),
        (400, 50033, RefusalMeaning.UNREACHABLE),
        (403, 50278, RefusalMeaning.UNREACHABLE),
        (400, 50035, RefusalMeaning.UNFIT),
        (400, 50006, RefusalMeaning.UNFIT),
        (400, 200000, RefusalMeaning.UNFIT),
        (400, 240000, RefusalMeaning.UNFIT),
        (400, 400001, RefusalMeaning.UNFIT),
        (404, 10008, RefusalMeaning.NO_MESSAGE),
        (403, 40003, RefusalMeaning.PASSING),
        (403, 40333, RefusalMeaning.PASSING),
        (403, 40004, RefusalMeaning.PASSING),
        (403, 40006, RefusalMeaning.PASSING),
        (429, 30046, RefusalMeaning.PASSING),
        (429, 20016, RefusalMeaning.PASSING),
        (400, 20022, RefusalMeaning.PASSING),
        (429, 20028, RefusalMeaning.PASSING),
        (429, 20029, RefusalMeaning.PASSING),
        (403, 0, RefusalMeaning.PASSING),
        (404, 0, RefusalMeaning.PASSING),
        (403, 987654, RefusalMeaning.PASSING),
        (503, 0, RefusalMeaning.PASSING),
    ],
)
def test_each_error_code_has_its_meaning(status: int, code: int, expected: RefusalMeaning) -> None:
    assert meaning(http_error(status, code)) is expected


def test_the_code_table_is_complete() -> None:
    meanings = {
        RefusalMeaning.GONE: {10003, 10004},
        RefusalMeaning.CLOSED: {
            *(50001, 50013, 50008, 50024, 40058, 40066, 40067, 50083, 160005, 160006, 160007),
        },
        RefusalMeaning.UNREACHABLE: {50007, 50278, 50033, 10013, 20026},
        RefusalMeaning.UNFIT: {50035, 50006, 50045, 40005, 400001, 200000, 200001, 240000},
        RefusalMeaning.NO_MESSAGE: {10008, 50005, 50021},
        RefusalMeaning.PASSING: {20016, 20022, 20028, 20029, 40003, 40004, 40006, 40333, 30046},
    }
    assert {code: meaning for meaning, codes in meanings.items() for code in codes} == CODES


@pytest.mark.parametrize("status", [400, 403, 404, 429, 502])
def test_a_proxy_page_does_not_close_a_channel(status: int) -> None:
    error = http_error(status, 0, HTML)
    assert error.code == 0
    assert meaning(error) is RefusalMeaning.PASSING
    assert not is_lasting(error, 1000), "however long it lasts"


def test_a_connection_reset_is_transient() -> None:
    assert meaning(ConnectionResetError()) is RefusalMeaning.PASSING


def test_an_unknown_client_error_becomes_lasting_after_minutes() -> None:
    error = http_error(400, 987654)
    assert not is_lasting(error, 5)
    assert is_lasting(error, 6)
    assert not is_lasting(http_error(429, 987654), 6), "who asks for time will have it"
    assert not is_lasting(http_error(503, 987654), 6)
    assert not [code for code in CODES if is_lasting(http_error(403, code), 6)]


def test_a_long_rate_limit_requests_a_pause() -> None:
    assert requested_pause(discord.RateLimited(31.5)) == 31.5
    assert requested_pause(http_error(429, 0)) is None
