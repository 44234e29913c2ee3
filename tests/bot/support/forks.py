"""Processes of the bot that start quickly, to be killed."""

import multiprocessing
from multiprocessing.context import ForkServerContext
from typing import Final

import pytest

_PRELOADED: Final = ["tests.bot.features.tournaments.service.dying", "tests.bot.features.web.page_process"]
"""The modules whose functions run in such processes: importing them takes longer than a test."""


@pytest.fixture(scope="session")
def forks() -> ForkServerContext:
    """Return a context that forks processes from a server that has imported the bot."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(_PRELOADED)
    return context
