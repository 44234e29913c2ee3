import asyncio
import threading
from collections.abc import Iterator, Sequence

import pytest

import rules
from bot.chat.core.drawing import TIDIED_AFTER, Drawing
from render import NEUTRAL, Frame, Gallery, View
from rules import State

FIRST: State = rules.GAMES["conhex"].new()


class NotedGallery(Gallery):
    """A gallery that notes what it is asked for; pictures somebody waits for stand at a gate."""

    def __init__(self) -> None:
        super().__init__({})
        self.gate = threading.Event()
        self.prepared: list[str] = []

    def picture(self, state: State, view: View = NEUTRAL) -> bytes:
        del state
        assert self.gate.wait(timeout=20)
        self.prepared.append("asked for")
        return view.theme.encode()

    def prepare(self, state: State, view: View = NEUTRAL) -> None:
        del state
        self.prepared.append(view.theme)


def looks(*themes: str) -> Iterator[tuple[State, View]]:
    return ((FIRST, View(theme=theme)) for theme in themes)


async def test_all_looks_are_drawn_ahead_in_order() -> None:
    gallery = NotedGallery()
    await Drawing().ahead(gallery, looks("light", "dark", "light"))
    assert gallery.prepared == ["light", "dark", "light"]


class BusyGallery(NotedGallery):
    """A gallery that notes how many animations it draws at once."""

    def __init__(self) -> None:
        super().__init__()
        self.drawing = self.most = 0

    def animation(self, frames: Sequence[Frame]) -> bytes:
        self.drawing += 1
        self.most = max(self.most, self.drawing)
        assert self.gate.wait(timeout=20)
        self.drawing -= 1
        return bytes(len(frames))


async def test_animations_are_drawn_one_at_a_time_and_leave_room_for_pictures() -> None:
    gallery, drawing = BusyGallery(), Drawing()
    frames = [Frame(FIRST, NEUTRAL)] * 3
    tasks = [asyncio.create_task(drawing.animation(gallery, frames)) for _ in range(6)]
    await asyncio.sleep(0)
    pictures = [asyncio.create_task(drawing.picture(gallery, FIRST, NEUTRAL)) for _ in range(2)]
    await asyncio.sleep(0)
    gallery.gate.set()
    assert await asyncio.gather(*tasks) == [bytes(3)] * 6
    assert await asyncio.gather(*pictures) == [b"light"] * 2
    assert gallery.most == 1


async def test_what_somebody_waits_for_goes_first() -> None:
    gallery, drawing = NotedGallery(), Drawing()
    tasks = [asyncio.create_task(drawing.picture(gallery, FIRST, View(theme="dark"))) for _ in range(2)]
    await asyncio.sleep(0)
    ahead = asyncio.create_task(drawing.ahead(gallery, looks("light")))
    gallery.gate.set()
    assert await asyncio.gather(*tasks) == [b"dark", b"dark"]
    await ahead
    assert gallery.prepared == ["asked for", "asked for", "light"]


async def test_a_failure_ends_the_drawing_ahead_and_nothing_else(caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> Iterator[tuple[State, View]]:
        yield FIRST, NEUTRAL
        raise RuntimeError("no paint left")

    gallery = NotedGallery()
    await Drawing().ahead(gallery, broken())
    assert gallery.prepared == ["light"]
    assert "no paint left" in caplog.text


async def test_drawing_ahead_can_be_broken_off() -> None:
    def endless() -> Iterator[tuple[State, View]]:
        while True:
            yield FIRST, NEUTRAL

    ahead = asyncio.create_task(Drawing().ahead(NotedGallery(), endless()))
    await asyncio.sleep(0)
    ahead.cancel()
    with pytest.raises(asyncio.CancelledError):
        await ahead


async def test_what_was_drawn_ahead_is_tidied_up_off_the_event_loop() -> None:
    tidied: list[str] = []
    drawing = Drawing(tidy=lambda: tidied.append(threading.current_thread().name))
    await drawing.ahead(NotedGallery(), looks("light"))
    await asyncio.get_running_loop().shutdown_default_executor()
    assert len(tidied) == 1
    assert threading.current_thread().name not in tidied


async def test_after_so_many_pictures_it_is_tidied_up_once() -> None:
    gallery, tidied = NotedGallery(), threading.Semaphore(0)
    gallery.gate.set()
    drawing = Drawing(tidy=tidied.release)
    for _ in range(2 * TIDIED_AFTER - 1):
        await drawing.picture(gallery, FIRST, NEUTRAL)
    await asyncio.get_running_loop().shutdown_default_executor()
    assert tidied.acquire(blocking=False)
    assert not tidied.acquire(blocking=False)
