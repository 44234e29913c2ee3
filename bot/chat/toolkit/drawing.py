"""When pictures are drawn: at once what somebody waits for, in between what will be asked for later."""

import asyncio
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from render import Charts, Frame, Gallery, ProfileChart, View
from rules.contract import State

log = logging.getLogger(__name__)


class Drawing:
    """Knows how many pictures are waited for. Draws off the event loop."""

    def __init__(self) -> None:
        self._waited_for = 0
        self._idle = asyncio.Event()
        self._idle.set()
        # One at a time: the threads are for those as well who wait for a single picture.
        self._animating = asyncio.Lock()

    async def picture(self, gallery: Gallery, state: State, view: View) -> bytes:
        """Draw a picture that somebody waits for."""
        with self._waiting():
            return await asyncio.to_thread(gallery.picture, state, view)

    async def animation(self, gallery: Gallery, frames: Sequence[Frame]) -> bytes:
        """Draw an animation that somebody waits for."""
        with self._waiting():
            async with self._animating:
                return await asyncio.to_thread(gallery.animation, frames)

    async def profile(self, charts: Charts, chart: ProfileChart, theme: str) -> bytes:
        """Draw the chart of a profile, which somebody waits for."""
        with self._waiting():
            return await asyncio.to_thread(charts.profile, chart, theme)

    async def ahead(self, gallery: Gallery, looks: Iterator[tuple[State, View]]) -> None:
        """Have a gallery keep at hand what the looks need, one after the other while nobody waits."""
        loop = asyncio.get_running_loop()
        start, drawn = loop.time(), 0
        try:
            while await self._next(gallery, looks):
                drawn += 1
        except Exception:
            # It is drawn again when somebody asks, and then it is known what fails for whom.
            log.exception("a board could not be drawn ahead")
            return
        log.info("drew %d boards ahead in %.1f s", drawn, loop.time() - start)

    async def _next(self, gallery: Gallery, looks: Iterator[tuple[State, View]]) -> bool:
        await self._idle.wait()
        return await asyncio.to_thread(_draw_next, gallery, looks)

    @contextmanager
    def _waiting(self) -> Iterator[None]:
        self._waited_for += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._waited_for -= 1
            if not self._waited_for:
                self._idle.set()


def _draw_next(gallery: Gallery, looks: Iterator[tuple[State, View]]) -> bool:
    for state, view in looks:
        gallery.prepare(state, view)
        return True
    return False
