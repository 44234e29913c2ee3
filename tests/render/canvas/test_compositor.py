"""Boards and sprites, each drawn once and composed in order."""

from functools import partial

from render.canvas.canvas import Canvas, Spot
from render.canvas.compositor import Compositor, Sprite, center_on, square
from render.canvas.resources import Resources
from render.canvas.themes import ThemeInks

COLOURS = {"black": (0, 0, 0), "white": (255, 255, 255), "red": (255, 0, 0), "frame": (0, 0, 255)}
INKS = ThemeInks({"light": COLOURS, "dark": COLOURS}, (("black", "white"),))


class DrawingCounter:
    """Counts its drawings."""

    def __init__(self) -> None:
        self.boards = 0
        self.sprites: list[str] = []
        self.compositor = Compositor(Resources().using(INKS))

    def board(self, canvas: Canvas) -> None:
        self.boards += 1
        canvas.rectangle((0, 0, 40, 20), "white")

    def sprite(self, ink: str, spot: Spot, ground: str = "white") -> Sprite:
        return Sprite(ink, spot, ground, square(4), partial(self._draw, ink))

    def _draw(self, ink: str, canvas: Canvas) -> None:
        self.sprites.append(ink)
        canvas.rectangle((-3, -3, 3, 3), ink)

    def paint(self, *sprites: Sprite, board: str = "one", theme: str = "light") -> bytes:
        picture = self.compositor.paint(board, theme, (40, 20), self.board, sprites).picture
        assert picture.mode == "P"
        assert picture.size == (40, 20)
        return picture.convert("RGB").tobytes()


def pixel(data: bytes, x: int, y: int) -> tuple[int, ...]:
    offset = 3 * (40 * y + x)
    return tuple(data[offset : offset + 3])


def test_sprites_are_placed_with_later_ones_on_top() -> None:
    counter = DrawingCounter()
    data = counter.paint(counter.sprite("black", (10, 10)), counter.sprite("red", (12, 10)))
    assert pixel(data, 8, 10) == COLOURS["black"]
    assert pixel(data, 11, 10) == COLOURS["red"]
    assert pixel(data, 14, 10) == COLOURS["red"]
    assert pixel(data, 30, 10) == COLOURS["white"]


def test_boards_and_sprites_are_drawn_once() -> None:
    counter = DrawingCounter()
    first = counter.paint(counter.sprite("black", (10, 10)))
    assert counter.paint(counter.sprite("black", (10, 10))) == first
    pixels = counter.paint(counter.sprite("black", (20, 10)))
    assert pixel(pixels, 10, 10) == COLOURS["white"]
    assert pixel(pixels, 20, 10) == COLOURS["black"]
    assert (counter.boards, counter.sprites) == (1, ["black"])
    counter.paint(counter.sprite("black", (10, 10), ground="red"))
    assert counter.sprites == ["black", "black"]
    counter.paint(board="two")
    counter.paint(theme="dark")
    assert counter.boards == 3


def test_sprite_leaves_uncovered_pixels_visible() -> None:
    counter = DrawingCounter()

    def disc(canvas: Canvas, centre: Spot, side: float) -> None:
        canvas.disc(centre, side, "red")

    data = counter.paint(
        counter.sprite("black", (10, 10)), Sprite("disc", (10, 10), "white", square(4), center_on(disc, 2.0))
    )
    # Unlike the disc, its box has corners, so the black below shows.
    assert pixel(data, 10, 10) == COLOURS["red"]
    assert pixel(data, 7, 7) == COLOURS["black"]
