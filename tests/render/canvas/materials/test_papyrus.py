"""Papyrus has fibres everywhere, and no two strips are alike."""

from PIL import Image

from render.canvas.canvas import Canvas
from render.canvas.fonts import Fonts
from render.canvas.materials.papyrus import Papyrus
from render.canvas.palette import Palette

INKS = {
    "ground": (240, 220, 170),
    "strip": (232, 210, 160),
    "dark": (200, 170, 110),
    "light": (250, 236, 200),
}
PITCH = 40


def sheet(seed: int = 5) -> Image.Image:
    canvas = Canvas((0, 0, 400, 10 * PITCH), "ground", Palette.mix(INKS, ()), Fonts())
    Papyrus("ground", "strip", "dark", "light", 0, PITCH, 1, seed).draw(canvas, (0, 0, 400, 10 * PITCH))
    return canvas.image().convert("RGB")


def test_every_ink_is_seen_and_most_of_it_is_plain() -> None:
    counts = {colour: number for number, colour in sheet().getcolors() or ()}
    assert counts.keys() == set(INKS.values())
    assert counts[INKS["ground"]] + counts[INKS["strip"]] > 0.9 * 400 * 10 * PITCH


def test_no_strip_repeats_another() -> None:
    whole = sheet()
    strips = [whole.crop((0, top, 400, top + PITCH)).tobytes() for top in range(PITCH // 2, 9 * PITCH, PITCH)]
    assert len(set(strips)) == len(strips)


def test_a_sheet_is_always_the_same() -> None:
    assert sheet().tobytes() == sheet().tobytes()
    assert sheet().tobytes() != sheet(6).tobytes()
