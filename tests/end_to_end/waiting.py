"""Waiting for something to become true, with a deadline."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")

TICK = 0.02
TIMEOUT = 20.0


async def until(look: Callable[[], Awaitable[T | None]], what: str, *, within: float = TIMEOUT) -> T:
    """Return the first true thing `look` finds; fail after `within` seconds, naming what was missed."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + within
    while True:
        found = await look()
        if found:
            return found
        if loop.time() > deadline:
            raise AssertionError(f"waited {within:g} s in vain for {what}")
        await asyncio.sleep(TICK)
