"""Waits for conditions, with a deadline."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from types import FrameType
from typing import TypeVar

from tests.pocket import Line

T = TypeVar("T")

TICK = 0.02
TIMEOUT = 30.0
_INNERMOST = 6


async def until(
    probe: Callable[[], Awaitable[T | None]],
    description: str,
    *,
    within: float = TIMEOUT,
    line: Line | None = None,
) -> T:
    """Return the first true result of `probe`; fail after `within` seconds, naming `description`.

    With a `line`, probe again on every change of that playground.
    """
    loop = asyncio.get_running_loop()
    deadline = loop.time() + within
    while True:
        events = 0 if line is None else line.events
        result = await probe()
        if result:
            return result
        if loop.time() > deadline:
            raise AssertionError("\n".join([f"timed out after {within:g} s: {description}", *_waiting()]))
        await (asyncio.sleep(TICK) if line is None else line.wait_for_change(events))


def _waiting() -> Iterator[str]:
    """Describe the position of each task of this loop, as the awaited event may be stuck there."""
    for task in asyncio.all_tasks():
        places = [f"{frame.f_code.co_qualname}:{frame.f_lineno}" for frame in _frames(task.get_coro())]
        yield f"{task.get_name()}: {' > '.join(places[-_INNERMOST:])}"


def _frames(awaited: object) -> Iterator[FrameType]:
    while awaited is not None:
        for kind in ("cr", "gi", "ag"):
            frame = getattr(awaited, f"{kind}_frame", None)
            if isinstance(frame, FrameType):
                yield frame
        awaited = next(
            (
                getattr(awaited, name)
                for name in ("cr_await", "gi_yieldfrom", "ag_await")
                if hasattr(awaited, name)
            ),
            None,
        )
