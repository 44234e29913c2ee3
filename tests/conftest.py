import asyncio
from collections.abc import Callable, Mapping

import pytest

from bot import loop


def pytest_asyncio_loop_factories(item: pytest.Item) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Run each test in the event loop that what it tests runs on; the playground's is the standard one."""
    return {"own": asyncio.new_event_loop if "playground" in item.path.parts else loop.new}
