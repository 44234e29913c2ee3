"""The event loop the program runs on: uvloop, except on Windows, where there is none."""

import asyncio
import sys
from collections.abc import Coroutine
from typing import Any, TypeVar

_Result = TypeVar("_Result")

if sys.platform == "win32":

    def run(main: Coroutine[Any, Any, _Result]) -> _Result:
        """Run `main` in a new event loop until it ends, as `asyncio.run` does."""
        return asyncio.run(main)

else:
    import uvloop

    def run(main: Coroutine[Any, Any, _Result]) -> _Result:
        """Run `main` in a new event loop until it ends, as `asyncio.run` does."""
        return uvloop.run(main)
