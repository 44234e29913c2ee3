"""Listening to other processes on a separate connection, with reconnects."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

from sqlalchemy.exc import SQLAlchemyError

from data.cluster.signal_values import SIGNALS, Signal, Topic
from data.connections.async_engines import AsyncEngine

_log = logging.getLogger(__name__)

_PROBED_EVERY: Final = 60.0
"""Seconds between checks of a silent connection."""
_PROBE_SECONDS: Final = 10.0
_AGAIN_AFTER: Final = 2.0

Listener = Callable[[Signal], None]


class Listening:
    """Signals of other processes. Without an `engine` there are none."""

    def __init__(
        self, engine: AsyncEngine | None, pause: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._engine = engine
        self._pause = pause

    async def run(self, listener: Listener) -> None:
        """Pass on signals until cancelled.

        Signals may have been missed before each new connection: `listener` then gets MISSED.
        """
        if self._engine is None:
            return
        while True:
            try:
                await self._listen(self._engine, listener)
            except _lost_connection_errors() as error:
                _log.warning(
                    "notifications of other processes are interrupted: %s", " ".join(str(error).split())
                )
            await self._pause(_AGAIN_AFTER)

    @staticmethod
    async def _listen(engine: AsyncEngine, listener: Listener) -> None:
        """Listen until the connection is lost."""

        def hear(_connection: object, _process: int, _channel: str, payload: object) -> None:
            listener(Signal.read(str(payload)))

        async with engine.connect() as connection:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            lost = asyncio.Event()
            driver.add_termination_listener(lambda _: lost.set())
            await driver.add_listener(SIGNALS, hear)
            listener(Signal(Topic.MISSED))
            while not lost.is_set():
                try:
                    await asyncio.wait_for(lost.wait(), _PROBED_EVERY)
                except TimeoutError:
                    await driver.execute("SELECT 1", timeout=_PROBE_SECONDS)


def _lost_connection_errors() -> tuple[type[Exception], ...]:
    """Return the errors of a lost connection; listening bypasses SQLAlchemy."""
    import asyncpg  # noqa: PLC0415  # SQLite has no connection to lose and needs no driver

    return (SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError)
