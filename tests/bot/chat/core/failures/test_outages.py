"""Retries while Discord is unreachable at the start of a process."""

import asyncio
from collections.abc import Iterator

import pytest

from bot.chat.core.failures.outages import through_discord_outages

TRIES = 12


async def test_discord_is_retried_every_five_to_ten_seconds_indefinitely(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waits: list[list[float]] = []

    async def sleep(seconds: float) -> None:
        waits[-1].append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    for _ in range(2):
        waits.append([])
        tries = iter(range(TRIES))

        async def step(countdown: Iterator[int] = tries) -> None:
            if next(countdown) < TRIES - 1:
                raise ConnectionRefusedError

        await through_discord_outages(step)
    for waited in waits:
        assert len(waited) == TRIES - 1
        assert not [seconds for seconds in waited[3:] if not (5 <= seconds <= 10)]
        assert not [seconds for seconds in waited if seconds > 10]
    assert waits[0] != waits[1]
