"""Fixtures: a whole bot on the pocket Discord, as a trial tests the requests themselves."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.features.trial.steps import ring_step
from tests import pocket
from tests.bot.features.trial.course.guide import Guide
from tests.end_to_end.bots import InProcessBot
from tests.end_to_end.conftest import bot, control, gallery, playground, posted_messages, table
from tests.end_to_end.tables import Table

__all__ = ["bot", "control", "gallery", "playground", "posted_messages", "table"]


@pytest.fixture(autouse=True)
def phones_are_locked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip the wait for a locked phone."""
    monkeypatch.setattr(ring_step, "UNTIL_LOCKED", 0)


@pytest_asyncio.fixture(loop_scope="module")
async def guide(table: Table, bot: InProcessBot) -> AsyncIterator[Guide]:
    """Yield the owner of a server in their own channel; end an unfinished trial afterwards."""
    yield Guide(table, bot)
    bot.app.trials.end(int(table.server))
    await bot.app.services.trial_leftovers.release(int(table.server))


@pytest_asyncio.fixture(loop_scope="module")
async def forum(control: pocket.Control) -> AsyncIterator[str]:
    """Yield a forum whose posts require a tag."""
    number = await control.add_forum(pocket.GAME_NIGHT, "games", {"name": "Hnefatafl"}, requires_tag=True)
    yield number
    await control.delete_channel(number)
