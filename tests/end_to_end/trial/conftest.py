from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.features.trial.steps import ring_step
from tests.end_to_end.bots import BotHere
from tests.end_to_end.tables import Table
from tests.end_to_end.trial.guide import Guide


@pytest.fixture(autouse=True)
def every_request_fits() -> None:
    """Hold no request against Discord's limits: a trial makes refused requests on purpose."""


@pytest.fixture(autouse=True)
def phones_are_locked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the waits for a locked phone."""
    monkeypatch.setattr(ring_step, "UNTIL_LOCKED", 0)


@pytest_asyncio.fixture(loop_scope="module")
async def guide(table: Table, bot: BotHere) -> AsyncIterator[Guide]:
    """The owner of a server, in a channel of their own; a trial that is not over ends with the test."""
    yield Guide(table, bot)
    bot.app.trials.end(int(table.server))
    await bot.app.services.trial_leftovers.release(int(table.server))
