"""Papyrus: strips of reed side by side, with the fibres that run along them.

All of it lies along rows of pixels, which pack for next to nothing.
"""

from dataclasses import dataclass

from render.canvas.canvas import Box, Canvas
from render.canvas.materials.chance import TextureChance


@dataclass(frozen=True, slots=True)
class Papyrus:
    """A sheet of papyrus.

    `ground` and `strip` are the tones of its strips, `dark` and `light` those of its fibres. Strips meet at
    `seam` pixels from the top and some multiples of `pitch` from there; fibres are `thin` pixels broad.
    """

    ground: str
    strip: str
    dark: str
    light: str
    seam: int
    pitch: int
    thin: int
    seed: int

    def draw(self, canvas: Canvas, box: Box) -> None:
        """Fill a box with papyrus."""
        chance = TextureChance(self.seed)
        canvas.rectangle(box, self.ground)
        left, top, right, bottom = box
        seam, other = self.seam - self.pitch, True
        while seam < bottom:
            end = seam + self.pitch * chance.whole(1, 3)
            if other and end > top:
                canvas.rectangle((left, max(top, seam), right, min(bottom, end)), self.strip)
            seam, other = end, not other
        seam = self.seam - self.pitch
        while seam < bottom:
            for _ in range(2):
                y = seam + self.thin * chance.whole(-4, 4)
                if top < y < bottom - 2 * self.thin:
                    self._draw_fibres(canvas, (left, y, right, y + self.thin), chance)
            seam += self.pitch

    def _draw_fibres(self, canvas: Canvas, box: Box, chance: TextureChance) -> None:
        """Draw fibres, one behind the other."""
        left, top, right, bottom = box
        x = left + self.thin * chance.whole(0, 250)
        while x < right:
            end = min(right, x + self.thin * chance.whole(40, 320))
            canvas.rectangle((x, top, end, bottom), self.light if chance.between(0, 1) < 0.4 else self.dark)
            x = end + self.thin * chance.whole(120, 420)
