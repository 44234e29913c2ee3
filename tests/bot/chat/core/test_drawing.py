import asyncio
import threading
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import rules
from bot.chat.core.drawing import TIDIED_AFTER, Drawing
from render import NEUTRAL, THUMBNAIL, Frame, Gallery, View
from rules import State

FIRST: State = rules.GAMES["conhex"].new()


class NotedGallery(Gallery):
    """A gallery that records its pictures; requested pictures wait for a gate."""

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


async def test_all_views_are_prerendered_in_order() -> None:
    gallery = NotedGallery()
    await Drawing().ahead(gallery, looks("light", "dark", "light"))
    assert gallery.prepared == ["light", "dark", "light"]


class BusyGallery(NotedGallery):
    """A gallery that records how many animations it draws concurrently."""

    def __init__(self) -> None:
        super().__init__()
        self.drawing = self.most = 0

    def animation(self, frames: Sequence[Frame]) -> bytes:
        self.drawing += 1
        self.most = max(self.most, self.drawing)
        assert self.gate.wait(timeout=20)
        self.drawing -= 1
        return bytes(len(frames))


async def test_only_one_animation_renders_at_a_time_alongside_pictures() -> None:
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


async def test_requested_pictures_render_before_prerendering() -> None:
    gallery, drawing = NotedGallery(), Drawing()
    tasks = [asyncio.create_task(drawing.picture(gallery, FIRST, View(theme="dark"))) for _ in range(2)]
    await asyncio.sleep(0)
    ahead = asyncio.create_task(drawing.ahead(gallery, looks("light")))
    gallery.gate.set()
    assert await asyncio.gather(*tasks) == [b"dark", b"dark"]
    await ahead
    assert gallery.prepared == ["asked for", "asked for", "light"]


async def test_a_failure_ends_only_the_prerendering(caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> Iterator[tuple[State, View]]:
        yield FIRST, NEUTRAL
        raise RuntimeError("no paint left")

    gallery = NotedGallery()
    await Drawing().ahead(gallery, broken())
    assert gallery.prepared == ["light"]
    assert "no paint left" in caplog.text


async def test_prerendering_can_be_cancelled() -> None:
    def endless() -> Iterator[tuple[State, View]]:
        while True:
            yield FIRST, NEUTRAL

    ahead = asyncio.create_task(Drawing().ahead(NotedGallery(), endless()))
    await asyncio.sleep(0)
    ahead.cancel()
    with pytest.raises(asyncio.CancelledError):
        await ahead


@pytest.mark.asyncio(loop_scope="function")
async def test_prerendering_is_tidied_up_off_the_event_loop() -> None:
    tidied: list[str] = []
    drawing = Drawing(tidy=lambda: tidied.append(threading.current_thread().name))
    await drawing.ahead(NotedGallery(), looks("light"))
    await asyncio.get_running_loop().shutdown_default_executor()
    assert len(tidied) == 1
    assert threading.current_thread().name not in tidied


@pytest.mark.asyncio(loop_scope="function")
async def test_drawing_tidies_up_once_per_fixed_number_of_pictures() -> None:
    gallery, tidied = NotedGallery(), threading.Semaphore(0)
    gallery.gate.set()
    drawing = Drawing(tidy=tidied.release)
    for _ in range(2 * TIDIED_AFTER - 1):
        await drawing.picture(gallery, FIRST, NEUTRAL)
    await asyncio.get_running_loop().shutdown_default_executor()
    assert tidied.acquire(blocking=False)
    assert not tidied.acquire(blocking=False)


class Charts:
    """Charts as text."""

    def profile(self, chart: str, theme: str, favourite: bytes | None = None) -> bytes:
        return f"profile {chart} {theme} {favourite!r}".encode()

    def review(self, chart: str, theme: str) -> bytes:
        return f"review {chart} {theme}".encode()

    def standings(self, chart: str, theme: str) -> bytes:
        return f"standings {chart} {theme}".encode()


class SheetGallery(NotedGallery):
    """A gallery with one cached sheet."""

    def kept_sheet(self, boards: Any, theme: str) -> bytes | None:
        return f"kept, {theme}".encode() if boards == ("kept",) else None

    def sheet(self, boards: Any, theme: str) -> bytes:
        return f"sheet {boards[0]} {theme}".encode()

    def thumbnail(self, board: Any, theme: str, size: int) -> Any:
        return f"{board} {theme} {size}".encode()


async def test_each_kind_of_picture_is_rendered_and_measured() -> None:
    measured: list[tuple[str, int]] = []
    drawing = Drawing(lambda kind, seconds, size: measured.append((kind, size)) if seconds >= 0 else None)
    charts: Any = Charts()
    gallery: Any = SheetGallery()
    chart: Any = "of Anna"
    pictures = [
        await drawing.profile(gallery, charts, chart, "dark", None),
        await drawing.profile(gallery, charts, chart, "dark", "hex"),  # type: ignore[arg-type]  # any board
        await drawing.review(charts, chart, "dark"),
        await drawing.standings(charts, chart, "dark"),
        await drawing.sheet(gallery, ("new",), "dark"),  # type: ignore[arg-type]  # any boards
        await drawing.sheet(gallery, ("kept",), "dark"),  # type: ignore[arg-type]  # any boards
    ]
    assert [picture.decode() for picture in pictures] == [
        "profile of Anna dark None",
        f"profile of Anna dark b'hex dark {THUMBNAIL}'",
        "review of Anna dark",
        "standings of Anna dark",
        "sheet new dark",
        "kept, dark",
    ]
    kinds = ["profile", "profile", "review", "standings", "sheet"]
    assert measured == [(kind, len(picture)) for kind, picture in zip(kinds, pictures, strict=False)]


async def test_a_failed_prerendering_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(NotedGallery):
        def prepare(self, state: State, view: View = NEUTRAL) -> None:
            raise ArithmeticError(f"no board of {state} in {view}")

    await Drawing().ahead(Broken(), looks("light"))
    assert "prerendering a board failed" in caplog.text
