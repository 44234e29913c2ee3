"""Bot processes that start fast, for tests that kill them."""

import multiprocessing
from multiprocessing.context import ForkServerContext
from typing import Final

import pytest

_PRELOADED: Final = ["tests.bot.features.tournaments.service.dying", "tests.bot.features.web.page_process"]
"""Modules whose functions run in these processes: importing them takes longer than a test."""


@pytest.fixture(scope="session")
def forks() -> ForkServerContext:
    """Return a context that forks processes from a server that has imported the bot."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(_PRELOADED)
    return context
