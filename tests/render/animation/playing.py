"""A game's pictures, ply by ply."""

from collections.abc import Iterator

from PIL import Image

from render import ANIMATION_WIDTH, View
from render.canvas.resources import Resources
from render.games import PAINTERS
from tests.render.midgames import midgame


def game_of(key: str, plies: int) -> Iterator[Image.Image]:
    painter = PAINTERS[key].ready(Resources())
    for ply in range(plies + 1):
        yield painter.paint(midgame(key, {}, ply), View(width=ANIMATION_WIDTH)).picture
