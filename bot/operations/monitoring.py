"""Serve the metrics of a process during its work."""

import errno
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from bot.address import Address
from bot.background import Background
from bot.kernel.transactions.unit_of_work import Change
from bot.model.ports import utc_now
from bot.monitoring.metrics import Metrics
from bot.monitoring.scrape import Scrape
from bot.monitoring.sources import watch
from bot.operations.operation import CannotOpen
from bot.settings import PREFIX, WrongSetting
from bot.version import VERSION
from data.store import Store
from render import BoardLookups


def each(*listeners: Callable[[Change], None]) -> Callable[[Change], None]:
    """Return an observer that passes each change to several others, in this order."""

    def notify(change: Change) -> None:
        for listener in listeners:
            listener(change)

    return notify


@asynccontextmanager
async def serve_metrics(
    metrics: Metrics,
    store: Store,
    threads: Background,
    boards: BoardLookups,
    address: Address | None,
    disk: Path | None = None,
) -> AsyncIterator[None]:
    """Serve the metrics, including a disk's, during the block, if there is an address.

    Raises WrongSetting, CannotOpen.
    """
    async with AsyncExitStack() as stack:
        if address is not None:
            # Started only here: the library's server takes memory.
            from bot.monitoring.exposition import expose  # noqa: PLC0415  # if on

            watch(metrics, store, threads, boards)
            scrape = Scrape(metrics, store, utc_now, VERSION, disk)
            try:
                await stack.enter_async_context(expose(scrape, address))
            except OSError as error:
                if error.errno == errno.EADDRINUSE:
                    raise CannotOpen(f"{PREFIX}METRICS: {error.strerror}") from error
                raise WrongSetting(f"{PREFIX}METRICS: {error.strerror or error}") from error
        yield
