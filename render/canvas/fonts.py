"""The font of the boards: one is bundled, so that pictures are the same on every machine."""

from functools import lru_cache
from importlib.resources import files
from io import BytesIO

from PIL import ImageFont


class Fonts:
    """Load the bundled font in any size; the sizes used last are kept."""

    def __init__(self, sizes: int = 16) -> None:
        path = files("render.canvas").joinpath("font_files", "DejaVuSans-Bold.ttf")
        self._bytes = path.read_bytes()
        self.font = lru_cache(maxsize=sizes)(self._load)

    def _load(self, size: int) -> ImageFont.FreeTypeFont:
        # The plain layout needs no library that a machine may lack.
        return ImageFont.truetype(BytesIO(self._bytes), size, layout_engine=ImageFont.Layout.BASIC)
