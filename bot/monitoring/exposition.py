"""The address at which Prometheus scrapes the metrics."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from bot.address import Address
from bot.monitoring.scrape import Scrape

PATH: Final = "/metrics"


@asynccontextmanager
async def expose(scrape: Scrape, address: Address) -> AsyncIterator[None]:
    """Serve the metrics during the block. Raises OSError if the address is unavailable."""

    async def metrics(_: web.Request) -> web.Response:
        return web.Response(body=await scrape.text(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    app = web.Application()
    app.router.add_get(PATH, metrics)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        await web.TCPSite(runner, address.host, address.port).start()
        yield
    finally:
        await runner.cleanup()
