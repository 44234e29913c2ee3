"""A process that serves the web page and can be killed midway."""

import asyncio
import os
import signal
from collections.abc import Sequence
from datetime import datetime
from itertools import count
from multiprocessing.connection import Connection
from typing import Final

from bot import loop
from bot.address import Address
from bot.app import App, FeatureSettings
from bot.chat.core.app_context import AppContext
from bot.chat.core.pictures import Pictures
from bot.features.web.http.server import WebServer
from bot.features.web.web_settings import WebSettings
from bot.kernel.kernel import Kernel
from bot.kernel.outbox.outbox import Outbox
from bot.kernel.outbox.recorded import Recorded
from bot.kernel.transactions.unit_of_work import Change
from bot.locale import Texts
from bot.model.events.events import PlyPlayed
from bot.model.ports import SecretChance
from data.session import Session
from data.store import Store
from render import Gallery
from rules import GAMES

HOST: Final = "127.0.0.1"


class Deaths:
    """Kills this process as by `kill -9`, around the commit of a move."""

    def __init__(self, where: str) -> None:
        self._where, _, number = where.partition(" ")
        self._left = int(number or 0)

    async def projection(self, _session: Session, events: Sequence[Recorded], _now: datetime) -> None:
        """Die within a move's transaction."""
        self._die("before", events)

    def die_after_commit(self, change: Change) -> None:
        """Die after a move's commit, before the answer."""
        self._die("after", change.events)

    def _die(self, where: str, events: Sequence[Recorded]) -> None:
        if where == self._where and any(isinstance(recorded.event, PlyPlayed) for recorded in events):
            self._left -= 1
            if not self._left:
                os.kill(os.getpid(), signal.SIGKILL)


async def serve(listening: Connection, url: str, port: int, now: str, where: str) -> None:
    deaths, settings = Deaths(where), WebSettings(Address(HOST, port), f"http://{HOST}:{port}")
    store = await Store.open(url)
    kernel = Kernel(
        store=store, games=GAMES, clock=lambda: datetime.fromisoformat(now), chance=SecretChance()
    )
    app = App(kernel, FeatureSettings(web=settings))
    outbox = Outbox(store, kernel.clock, kernel.routes, "killed")
    kernel.work.consequences.projections.append(deaths.projection)
    kernel.work.consequences.committed.append(deaths.die_after_commit)
    chat = AppContext(app.chat_services, outbox, GAMES, Pictures(Gallery()), Texts.load()).chat
    # A clock this fast avoids the rate limits.
    seconds = count(step=100)
    page = app.web.page
    assert page is not None
    server = WebServer(page.backend(chat), settings, monotonic=lambda: float(next(seconds)))
    async with server.listening():
        listening.send("listening")
        await asyncio.Event().wait()


def run(listening: Connection, url: str, port: int, now: str, where: str) -> None:
    """Serve the page until the process is killed; send a message once it listens.

    `where` is "before 2" or "after 2", the commit of its second move, or "never".
    """
    loop.run(serve(listening, url, port, now, where))
