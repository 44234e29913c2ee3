"""The sizes of the parts of a scoreboard, and their inks."""

from dataclasses import dataclass
from typing import Final

from render.canvas.fonts import READABLE
from render.contract.scoreboard import PlateInks
from render.scoreboard.labels import Labels

# The minimal contrast with the ground: of text, and of ornaments.
_LEGIBLE: Final = 7.0
_QUIET: Final = 2.5


@dataclass(frozen=True, slots=True)
class Measures:
    """The measures of a scoreboard in a picture of a given width, in pixels."""

    width: int

    @property
    def thin(self) -> int:
        """The width of an edge line."""
        return max(1, self.width // 400)

    @property
    def line(self) -> int:
        """The height of a player's plate."""
        return round(0.075 * self.width)

    @property
    def pad(self) -> float:
        """The distance of all text from the picture's edge."""
        return 0.024 * self.width

    @property
    def gap(self) -> float:
        """The distance between items of a group."""
        return 0.012 * self.width

    @property
    def mark(self) -> float:
        """The side of the square around a player's mark."""
        return 0.06 * self.width

    @property
    def type(self) -> float:
        """The type size of text."""
        return READABLE * self.width

    @property
    def name(self) -> float:
        """The maximum width of a name among other words: about twelve letters."""
        return 0.34 * self.width

    @property
    def title(self) -> float:
        """The type size of a result."""
        return 0.062 * self.width


@dataclass(frozen=True, slots=True)
class Inks:
    """The inks of a scoreboard in a theme.

    Plain lines are written in `letter` on `ground`, highlighted ones in `dark` on `letter`; `quiet` is for
    ornaments on the latter.
    """

    ground: str
    high: str
    low: str
    letter: str
    dark: str
    quiet: str

    @classmethod
    def choose(cls, inks: PlateInks, labels: Labels) -> "Inks":
        """Choose inks with sufficient contrast in this theme."""
        others = (inks.ground, inks.high, inks.low)
        contrast = {ink: labels.contrast(ink, inks.letter) for ink in others}
        legible = [ink for ink in (inks.low, inks.ground) if contrast[ink] >= _LEGIBLE]
        dark = legible[0] if legible else max(others, key=contrast.__getitem__)
        quiet = min(
            (ink for ink in others if contrast[ink] >= _QUIET), key=contrast.__getitem__, default=dark
        )
        return cls(inks.ground, inks.high, inks.low, inks.letter, dark, quiet)
