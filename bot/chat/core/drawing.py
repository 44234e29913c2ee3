"""Drawing of pictures: requested pictures first, boards ahead of time in between."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from render import (
    THUMBNAIL,
    Charts,
    Frame,
    Gallery,
    ProfileChart,
    ReviewChart,
    SheetBoard,
    TournamentChart,
    View,
)
from rules.contract import State

log = logging.getLogger(__name__)

TIDIED_AFTER: Final = 250
"""The number of requested drawings after which memory is tidied."""


class Drawing:
    """Draws off the event loop; boards ahead of time only while no picture is requested.

    `drew` gets the kind, seconds and bytes of each picture. `tidy` runs on a thread now and then, to release
    memory freed by drawings.
    """

    def __init__(
        self,
        drew: Callable[[str, float, int], None] = lambda _kind, _seconds, _size: None,
        tidy: Callable[[], None] = lambda: None,
    ) -> None:
        self._drew = drew
        self._tidy = tidy
        self._untidied = 0
        self._waited_for = 0
        self._idle = asyncio.Event()
        self._idle.set()
        # Only one animation at a time: requests for pictures need threads, too.
        self._animating = asyncio.Lock()

    async def picture(self, gallery: Gallery, state: State, view: View) -> bytes:
        """Draw a picture for a waiting person."""
        with self._waiting():
            return await self._draw("board", lambda: gallery.picture(state, view))

    async def animation(self, gallery: Gallery, frames: Sequence[Frame]) -> bytes:
        """Draw an animation for a waiting person."""
        with self._waiting():
            async with self._animating:
                return await self._draw("animation", lambda: gallery.animation(frames))

    async def profile(
        self, gallery: Gallery, charts: Charts, chart: ProfileChart, theme: str, favourite: SheetBoard | None
    ) -> bytes:
        """Draw a profile's chart for a waiting person, with their favourite board if there is one."""

        def draw() -> bytes:
            if favourite is None:
                return charts.profile(chart, theme)
            return charts.profile(chart, theme, gallery.thumbnail(favourite, theme, THUMBNAIL))

        with self._waiting():
            return await self._draw("profile", draw)

    async def review(self, charts: Charts, chart: ReviewChart, theme: str) -> bytes:
        """Draw a review's chart for a waiting person."""
        with self._waiting():
            return await self._draw("review", lambda: charts.review(chart, theme))

    async def standings(self, charts: Charts, chart: TournamentChart, theme: str) -> bytes:
        """Draw a tournament's table or bracket for a waiting person."""
        with self._waiting():
            return await self._draw("standings", lambda: charts.standings(chart, theme))

    async def sheet(self, gallery: Gallery, boards: tuple[SheetBoard, ...], theme: str) -> bytes:
        """Return a sheet of boards for a waiting person, from the gallery's cache if possible."""
        sheet_picture = gallery.kept_sheet(boards, theme)
        if sheet_picture is not None:
            return sheet_picture
        with self._waiting():
            return await self._draw("sheet", lambda: gallery.sheet(boards, theme))

    async def _draw(self, kind: str, draw: Callable[[], bytes]) -> bytes:
        seconds, picture = await asyncio.to_thread(_time, draw)
        self._drew(kind, seconds, len(picture))
        self._untidied += 1
        if self._untidied >= TIDIED_AFTER:
            self._tidy_up()
        return picture

    def _tidy_up(self) -> None:
        """Tidy the memory on a thread."""
        self._untidied = 0
        asyncio.get_running_loop().run_in_executor(None, self._tidy)

    async def ahead(self, gallery: Gallery, looks: Iterator[tuple[State, View]]) -> None:
        """Fill a gallery's caches, one board at a time, while no picture is requested."""
        loop = asyncio.get_running_loop()
        start, count = loop.time(), 0
        try:
            while await self._next(gallery, looks):
                count += 1
        except Exception:
            # The next request draws the board again, and reports a failure with its context.
            log.exception("prerendering a board failed")
            return
        log.info("prerendered %d boards in %.1f s", count, loop.time() - start)
        self._tidy_up()

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


def _time(draw: Callable[[], bytes]) -> tuple[float, bytes]:
    start = time.perf_counter()
    picture = draw()
    return time.perf_counter() - start, picture


def _draw_next(gallery: Gallery, looks: Iterator[tuple[State, View]]) -> bool:
    for state, view in looks:
        gallery.prepare(state, view)
        return True
    return False
