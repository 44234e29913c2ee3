"""Rate-limit buckets, updated by response headers as discord.py does."""

import asyncio
from types import SimpleNamespace
from unittest.mock import Mock

import aiohttp
import pytest

from bot.chat.rate_limits.buckets import Bucket
from bot.chat.rate_limits.refusals import LeftAlone

LONG, SHORT = 60.0, 0.02


def answer_request(bucket: Bucket, remaining: int, *, reset_after: float = LONG) -> None:
    """Answer a request: `remaining` of five are left."""
    headers = {
        "X-Ratelimit-Limit": "5",
        "X-RateLimit-Limit": "5",
        "X-Ratelimit-Remaining": str(remaining),
        "X-RateLimit-Remaining": str(remaining),
        "X-Ratelimit-Reset-After": str(reset_after),
    }
    bucket.update(Mock(spec=aiohttp.ClientResponse, headers=headers))


async def spent(bucket: Bucket, remaining: int, *, reset_after: float = LONG) -> None:
    """Make a request whose answer leaves `remaining`."""
    async with bucket:
        answer_request(bucket, remaining, reset_after=reset_after)


async def test_nothing_waits_while_requests_remain() -> None:
    bucket = Bucket(1.0)
    async with asyncio.timeout(1):
        for remaining in (4, 3, 2, 1, 0):
            await spent(bucket, remaining)
    with pytest.raises(LeftAlone) as refused:
        await bucket.acquire()
    assert LONG - 1 < refused.value.retry_after <= LONG


async def test_an_exhausted_bucket_waits_for_a_short_window() -> None:
    bucket = Bucket(1.0)
    await spent(bucket, 0, reset_after=SHORT)
    before = asyncio.get_running_loop().time()
    async with bucket:
        assert asyncio.get_running_loop().time() - before >= SHORT / 2


async def test_a_bucket_without_a_wait_limit_outwaits_its_window() -> None:
    bucket = Bucket(None)
    await spent(bucket, 0, reset_after=2 * SHORT)
    async with asyncio.timeout(1):
        await spent(bucket, 4)


async def test_requests_are_serialised_until_the_first_answer() -> None:
    bucket = Bucket(1.0)
    await bucket.acquire()
    next_one = asyncio.create_task(bucket.acquire())
    await asyncio.sleep(0)
    assert not next_one.done()
    answer_request(bucket, 4)
    await bucket.__aexit__(None, None, None)
    async with asyncio.timeout(1):
        await next_one


async def test_a_route_without_a_limit_continues_after_each_answer() -> None:
    bucket = Bucket(1.0)
    async with asyncio.timeout(1):
        for _ in range(3):
            async with bucket:
                pass


async def test_requests_in_flight_are_not_counted_as_available() -> None:
    bucket = Bucket(1.0)
    await spent(bucket, 4)
    for _ in range(4):
        await bucket.acquire()
    answer_request(bucket, 3)
    await bucket.__aexit__(None, None, None)
    with pytest.raises(LeftAlone):
        await bucket.acquire()


async def test_answers_out_of_order_free_nothing() -> None:
    bucket = Bucket(1.0)
    await spent(bucket, 4)
    await bucket.acquire()
    await bucket.acquire()
    for remaining in (2, 3):
        answer_request(bucket, remaining)
        await bucket.__aexit__(None, None, None)
    await bucket.acquire()
    await bucket.acquire()
    with pytest.raises(LeftAlone):
        await bucket.acquire()


async def test_requests_of_other_processes_count() -> None:
    bucket = Bucket(1.0)
    await spent(bucket, 4)
    await spent(bucket, 0)
    with pytest.raises(LeftAlone):
        await bucket.acquire()


async def test_an_unexpected_reset_starts_a_new_window() -> None:
    bucket = Bucket(1.0)
    await spent(bucket, 1, reset_after=LONG)
    await bucket.acquire()
    answer_request(bucket, 4, reset_after=3 * LONG)
    await bucket.__aexit__(None, None, None)
    for _ in range(4):
        await bucket.acquire()
    with pytest.raises(LeftAlone):
        await bucket.acquire()


async def test_requests_in_flight_count_in_a_new_window() -> None:
    bucket = Bucket(1.0)
    await spent(bucket, 3)
    for _ in range(2):
        await bucket.acquire()
    answer_request(bucket, 4, reset_after=3 * LONG)
    await bucket.__aexit__(None, None, None)
    for _ in range(3):
        await bucket.acquire()
    with pytest.raises(LeftAlone):
        await bucket.acquire()


async def test_an_idle_bucket_expires_unless_a_request_is_in_flight(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    with monkeypatch.context() as patched:
        patched.setattr(asyncio, "get_running_loop", lambda: SimpleNamespace(time=lambda: now[0]))
        idle, busy = Bucket(1.0), Bucket(1.0)
    await busy.acquire()
    now[0] += 300
    assert not idle.is_inactive()
    now[0] += 1
    assert (idle.is_inactive(), busy.is_inactive()) == (True, False)


async def test_a_bucket_is_kept_while_a_request_is_in_flight() -> None:
    bucket = Bucket(1.0)
    await bucket.acquire()
    assert not bucket.is_inactive()
