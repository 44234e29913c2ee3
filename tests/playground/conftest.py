"""Fixtures for tests of the playground: a running playground, and a real bot in it."""

from collections.abc import AsyncIterator

import pytest

from tests.playground.little_bot import LittleBot, log_in
from tests.playground.stage import Stage, set_stage
from tests.pocket import Pocket, pocket

__all__ = ["pocket"]


@pytest.fixture
async def stage(pocket: Pocket) -> AsyncIterator[Stage]:
    """A hand-driven stand-in for the bot, with a stopped clock: only the test lets the response time pass."""
    pocket.clock.stop()
    async with set_stage(pocket) as running:
        yield running


@pytest.fixture
async def bot(pocket: Pocket) -> AsyncIterator[LittleBot]:
    """A small bot that is logged in and ready."""
    async with log_in(pocket.playground.token) as little:
        yield little
