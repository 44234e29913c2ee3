"""The program's event loop: uvloop, except on Windows, which lacks it."""

import asyncio
import sys
from collections.abc import Coroutine
from typing import Any, TypeVar

if sys.platform != "win32":
    import uvloop

_Result = TypeVar("_Result")


def new() -> asyncio.AbstractEventLoop:
    """Return a new event loop."""
    return asyncio.new_event_loop() if sys.platform == "win32" else uvloop.new_event_loop()


def run(main: Coroutine[Any, Any, _Result]) -> _Result:
    """Run `main` in a new event loop until it ends, like `asyncio.run`."""
    with asyncio.Runner(loop_factory=new) as runner:
        return runner.run(main)
