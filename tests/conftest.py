import asyncio
from collections.abc import Callable, Mapping

import pytest

from bot import loop

_WAITING = {"end_to_end", "witness"}


def pytest_asyncio_loop_factories(item: pytest.Item) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Run each test in the event loop that what it tests runs on; the playground's is the standard one."""
    return {"own": asyncio.new_event_loop if "playground" in item.path.parts else loop.new}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Spread the files whose tests mostly wait among those that mostly compute: then both are done at once.

    The ones that wait come a little earlier, as some of them take longest.
    """
    files = list(dict.fromkeys(item.path for item in items))
    waiting = [path for path in files if _WAITING & set(path.parts)]
    computing = [path for path in files if not _WAITING & set(path.parts)]
    places = {path: 0.8 * index / len(waiting) for index, path in enumerate(waiting)}
    places |= {path: index / len(computing) for index, path in enumerate(computing)}
    items.sort(key=lambda item: places[item.path])
