import pytest_asyncio

from tests.end_to_end.bots import InProcessBot
from tests.end_to_end.strict.stage import Stage
from tests.end_to_end.tables import Table


@pytest_asyncio.fixture(loop_scope="module")
async def stage(table: Table, bot: InProcessBot, ordered_codes: set[int]) -> Stage:
    """A table at which a test can make Discord refuse requests."""
    return Stage(table, bot, ordered_codes)
