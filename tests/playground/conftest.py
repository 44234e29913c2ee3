"""Fixtures of the playground's tests: a running one, and a real bot in it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest

from tests.playground.little_bot import LittleBot
from tests.playground.stage import Stage, staged
from tests.pocket import Pocket, pocket

__all__ = ["pocket"]


@pytest.fixture
async def stage(pocket: Pocket) -> AsyncIterator[Stage]:
    """Stand in for the bot by hand; the three seconds for an answer pass when the test says so."""
    pocket.clock.stop()
    async with staged(pocket) as running:
        yield running


@pytest.fixture
async def bot(pocket: Pocket) -> AsyncIterator[LittleBot]:
    """Log a little bot in and wait until it is ready."""
    async with LittleBot() as little:
        running = asyncio.create_task(little.start(pocket.playground.token))
        waiting = asyncio.create_task(little.wait_until_ready())
        await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
        assert waiting.done(), "the bot did not come online"
        yield little
        little.hold.set()
        await little.close()
        with suppress(asyncio.CancelledError):
            await running
