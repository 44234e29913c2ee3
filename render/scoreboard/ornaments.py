"""The figures of the scoreboard itself: the arrow of a turn, the laurel of a winner."""

from collections.abc import Iterator
from math import cos, radians, sin

from render.canvas.canvas import Canvas, Figure, Spot
from render.canvas.curves import smooth


def arrow(ink: str) -> Figure:
    """Return a triangle that points right."""

    def draw(canvas: Canvas, centre: Spot, side: float) -> None:
        x, y = centre
        reach = side / 2
        canvas.polygon(
            ((x - 0.6 * reach, y - reach), (x + 0.9 * reach, y), (x - 0.6 * reach, y + reach)), ink
        )

    return draw


def disc(ink: str) -> Figure:
    """Return a plain disc as wide as its square."""

    def draw(canvas: Canvas, centre: Spot, side: float) -> None:
        canvas.disc(centre, side / 2, ink)

    return draw


def wreath(ink: str) -> Figure:
    """Return a laurel wreath, open at the top."""

    def draw(canvas: Canvas, centre: Spot, side: float) -> None:
        for hand in (-1, 1):
            for leaf in _leaves(centre, 0.34 * side, hand, 5, 0.3 * side):
                canvas.polygon(leaf, ink)

    return draw


def branch(ink: str, hand: int) -> Figure:
    """Return the left (-1) or right (1) half of a wreath, as high as its square."""

    def draw(canvas: Canvas, centre: Spot, side: float) -> None:
        x, y = centre
        for leaf in _leaves((x - hand * 0.3 * side, y), 0.42 * side, hand, 5, 0.34 * side):
            canvas.polygon(leaf, ink)

    return draw


def _leaves(centre: Spot, radius: float, hand: int, number: int, length: float) -> Iterator[list[Spot]]:
    for count in range(number):
        turn = 168 - count * 30
        yield _leaf(_on(centre, radius, hand, turn), hand, turn - 90 + 14, length, 0.5 * length)


def _on(centre: Spot, radius: float, hand: int, turn: float) -> Spot:
    """Return a spot on a circle, `turn` degrees from the top in the direction of `hand`."""
    return centre[0] + hand * radius * sin(radians(turn)), centre[1] - radius * cos(radians(turn))


def _leaf(foot: Spot, hand: int, turn: float, length: float, breadth: float) -> list[Spot]:
    """Return a leaf growing from its foot, `turn` degrees from the top in the direction of `hand`."""
    along = (hand * sin(radians(turn)), -cos(radians(turn)))
    across = (-along[1], along[0])
    edge = ((0.0, 0.0), (0.3, 0.42), (0.6, 0.4), (1.0, 0.0), (0.6, -0.4), (0.3, -0.42))
    return smooth(
        [
            (
                foot[0] + far * length * along[0] + wide * breadth * across[0],
                foot[1] + far * length * along[1] + wide * breadth * across[1],
            )
            for far, wide in edge
        ]
    )
