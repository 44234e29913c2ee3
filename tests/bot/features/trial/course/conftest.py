"""A whole bot on the pocket Discord: a trial is about the requests themselves."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.features.trial.steps import ring_step
from tests import pocket
from tests.bot.features.trial.course.guide import Guide
from tests.end_to_end.bots import BotHere
from tests.end_to_end.conftest import bot, control, gallery, playground, posted_messages, table
from tests.end_to_end.tables import Table

__all__ = ["bot", "control", "gallery", "playground", "posted_messages", "table"]


@pytest.fixture(autouse=True)
def phones_are_locked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the waits for a locked phone."""
    monkeypatch.setattr(ring_step, "UNTIL_LOCKED", 0)


@pytest_asyncio.fixture(loop_scope="module")
async def guide(table: Table, bot: BotHere) -> AsyncIterator[Guide]:  # the fixtures
    """The owner of a server in their own channel; an unfinished trial ends with the test."""
    yield Guide(table, bot)
    bot.app.trials.end(int(table.server))
    await bot.app.services.trial_leftovers.release(int(table.server))


@pytest_asyncio.fixture(loop_scope="module")
async def forum(control: pocket.Control) -> AsyncIterator[str]:
    """A forum whose posts require a tag."""
    number = await control.add_forum(pocket.GAME_NIGHT, "games", {"name": "Hnefatafl"}, requires_tag=True)
    yield number
    await control.delete_channel(number)
