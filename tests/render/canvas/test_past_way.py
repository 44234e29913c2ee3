"""Trails of earlier moves with bends."""

from render.canvas.canvas import Canvas
from render.canvas.compositor import Compositor
from render.canvas.past_way import WayInks, past_way
from render.canvas.resources import Resources
from render.canvas.themes import ThemeInks

COLOURS = {"black": (0, 0, 0), "white": (255, 255, 255), "red": (255, 0, 0), "frame": (0, 0, 255)}
INKS = ThemeInks({"light": COLOURS, "dark": COLOURS}, (("black", "white"),))


def _board(canvas: Canvas) -> None:
    canvas.rectangle((0, 0, 160, 160), "white")


def test_arrow_head_lies_on_the_last_segment() -> None:
    way = past_way([(20, 20), (140, 20), (140, 140)], 40, WayInks("red", "black"), "white")
    paper = Compositor(Resources().using(INKS)).paint("board", "light", (160, 160), _board, [way])
    picture = paper.picture.convert("RGB")
    inked = {(x, y) for x in range(160) for y in range(160) if picture.getpixel((x, y)) != COLOURS["white"]}
    assert not [(x, y) for x, y in inked if x < 128 and y > 32], "no ink away from both segments"
    broad = {y: sum(spot == y for _, spot in inked) for y in range(160)}
    assert max(broad[y] for y in range(100, 130)) > 2 * broad[70], "the arrowhead is wider than the shaft"
