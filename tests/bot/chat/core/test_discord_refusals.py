"""What Discord's refusals mean: each code on its own, everything unknown passing."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.chat.core.discord_refusals import CODES, Meaning, asked_to_wait, is_lasting, meaning

HTML = "<html><title>Attention Required! | Cloudflare</title></html>"


def refused(status: int, code: int, body: str | None = None) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="")
    return discord.HTTPException(response, body or {"code": code, "message": "no"})


@pytest.mark.parametrize(
    ("status", "code", "expected"),
    [
        (404, 10003, Meaning.GONE),
        (403, 50001, Meaning.CLOSED),
        (403, 50013, Meaning.CLOSED),
        (400, 50083, Meaning.CLOSED),
        (400, 160005, Meaning.CLOSED),
        (400, 160006, Meaning.CLOSED),
        (400, 40058, Meaning.CLOSED),
        (400, 50024, Meaning.CLOSED),
        (403, 50007, Meaning.UNREACHABLE),
        (400, 50007, Meaning.UNREACHABLE),
        (400, 50033, Meaning.UNREACHABLE),
        (403, 50278, Meaning.UNREACHABLE),
        (400, 50035, Meaning.UNFIT),
        (400, 50006, Meaning.UNFIT),
        (400, 200000, Meaning.UNFIT),
        (400, 240000, Meaning.UNFIT),
        (400, 400001, Meaning.UNFIT),
        (404, 10008, Meaning.NO_MESSAGE),
        (403, 40003, Meaning.PASSING),
        (403, 40333, Meaning.PASSING),
        (403, 40004, Meaning.PASSING),
        (403, 40006, Meaning.PASSING),
        (429, 30046, Meaning.PASSING),
        (403, 0, Meaning.PASSING),
        (404, 0, Meaning.PASSING),
        (403, 987654, Meaning.PASSING),
        (503, 0, Meaning.PASSING),
    ],
)
def test_each_code_means_what_it_says(status: int, code: int, expected: Meaning) -> None:
    assert meaning(refused(status, code)) is expected


@pytest.mark.parametrize("status", [400, 403, 404, 429, 502])
def test_a_page_of_a_proxy_says_nothing_about_a_channel(status: int) -> None:
    error = refused(status, 0, HTML)
    assert error.code == 0
    assert meaning(error) is Meaning.PASSING
    assert not is_lasting(error, 1000), "however long it lasts"


def test_a_broken_line_passes() -> None:
    assert meaning(ConnectionResetError()) is Meaning.PASSING


def test_an_unknown_refusal_is_believed_after_minutes() -> None:
    error = refused(400, 987654)
    assert not is_lasting(error, 5)
    assert is_lasting(error, 6)
    assert not is_lasting(refused(429, 987654), 6), "who asks for time will have it"
    assert not is_lasting(refused(503, 987654), 6)
    assert not any(is_lasting(refused(403, code), 6) for code in CODES)


def test_a_long_wait_is_told() -> None:
    assert asked_to_wait(discord.RateLimited(31.5)) == 31.5
    assert asked_to_wait(refused(429, 0)) is None
