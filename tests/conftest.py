import asyncio
import gc
from collections.abc import Callable, Mapping

import pytest

from bot import loop


def pytest_asyncio_loop_factories(item: pytest.Item) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Run each test in the event loop that what it tests runs on; the playground's is the standard one."""
    return {"own": asyncio.new_event_loop if "playground" in item.path.parts else loop.new}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take longest, so that no worker is left alone with one of them at the end.

    They mostly wait, so they do not keep each other from what must happen within seconds.
    """
    items.sort(key=lambda item: not {"witness", "end_to_end"} & set(item.path.parts))


def pytest_collection_finish() -> None:
    """Have garbage no more sought among what was imported and collected: it stays to the end."""
    gc.collect()
    gc.freeze()
