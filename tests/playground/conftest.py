"""Fixtures of the playground's tests: a running one, and a real bot in it."""

from collections.abc import AsyncIterator

import pytest

from tests.playground.little_bot import LittleBot, log_in
from tests.playground.stage import Stage, set_stage
from tests.pocket import Pocket, pocket

__all__ = ["pocket"]


@pytest.fixture
async def stage(pocket: Pocket) -> AsyncIterator[Stage]:
    """Stand in for the bot by hand; the three seconds for an answer pass when the test says so."""
    pocket.clock.stop()
    async with set_stage(pocket) as running:
        yield running


@pytest.fixture
async def bot(pocket: Pocket) -> AsyncIterator[LittleBot]:
    """Log a little bot in and wait until it is ready."""
    async with log_in(pocket.playground.token) as little:
        yield little
