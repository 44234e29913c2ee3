"""Deliver the notices: post what the outbox holds, each once, whatever Discord does meanwhile.

Where a thread or channel is gone or closed a notice goes to the channel above it, then to the players' direct
messages, then to their next command.
"""

import asyncio
import logging
from collections.abc import Coroutine
from datetime import datetime

from bot.chat.dispatch import Dispatch
from bot.chat.mail import PASSING, Mail, PlaceClosed
from bot.chat.news import News, pause
from bot.play.model import MessageRef, Notice
from bot.play.outbox import Delivered, Outbox
from bot.play.ports import Clock

log = logging.getLogger(__name__)

AT_ONCE = 20


class Delivery:
    """The loop that empties the outbox."""

    def __init__(self, outbox: Outbox, dispatch: Dispatch, mail: Mail, clock: Clock, news: News) -> None:
        self._outbox = outbox
        self._dispatch = dispatch
        self._mail = mail
        self._clock = clock
        self._news = news
        self._delivered: list[tuple[Notice, MessageRef | None]] = []
        self._tidying: set[asyncio.Task[None]] = set()
        self._free = AT_ONCE
        self._ends = False

    def end(self) -> None:
        """Let `run` return when what it is delivering is delivered, and what that replaces is tidied up."""
        self._ends = True
        self._news.ring()

    async def run(self) -> None:
        """Deliver until told to end; first what a dead process left unfinished."""
        recovered = await self._outbox.recover()
        if recovered:
            log.info("%d notices were left unfinished; going on with them", recovered)
        async with asyncio.TaskGroup() as under_way:
            while not self._ends:
                self._news.clear()
                due = await self._exchange(under_way)
                if not self._ends:
                    await self._news.wait(pause(due, self._clock()))
        await self._exchange(None)
        if self._tidying:
            await asyncio.wait(self._tidying)

    async def _exchange(self, under_way: asyncio.TaskGroup | None) -> datetime | None:
        """Say what was delivered since the last time, and begin to deliver what is due, a handful at once.

        Return when there will be more to deliver. Without `under_way` nothing is begun.
        """
        delivered, self._delivered = self._delivered, []
        exchange = await self._outbox.exchange(
            [Delivered(notice.id, ref) for notice, ref in delivered],
            0 if under_way is None else self._free,
        )
        for notice, _ in delivered:
            if (replaced := exchange.replaced.get(notice.id)) is not None:
                self._tidy(self._mail.strip(replaced, as_posted=True))
        for message in exchange.outlived:
            self._tidy(self._mail.take_away(message))
        if under_way is not None:
            for notice in exchange.claimed:
                self._free -= 1
                under_way.create_task(self._deliver(notice)).add_done_callback(self._ended)
        return exchange.next_due

    def _ended(self, _: asyncio.Task[None]) -> None:
        # There is room again, and what stood behind the delivered notice may follow.
        self._free += 1
        self._news.ring()

    async def _deliver(self, notice: Notice) -> None:
        outbox = self._outbox
        try:
            ref = await self._dispatch.send(notice)
        except PlaceClosed as closed:
            if notice.recipient is None:
                await outbox.reroute(notice.id, str(closed))
            else:
                await outbox.miss(notice.id, str(closed))
        except PASSING as error:
            log.warning("notice %d was not delivered, will be tried again: %s", notice.id, error)
            await outbox.postpone(notice.id, str(error)[:500])
        except Exception as error:
            log.exception("notice %d cannot be made", notice.id)
            await outbox.postpone(notice.id, repr(error)[:500])
        else:
            self._delivered.append((notice, ref))

    def _tidy(self, tidying: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(tidying)
        self._tidying.add(task)
        task.add_done_callback(self._tidying.discard)
