"""How somebody wants to see a position, and what the painters need from outside."""

from dataclasses import dataclass
from typing import Protocol

from PIL import Image

from rules import State

THEMES = ("light", "dark")
NARROWEST, WIDEST = 160, 1600


@dataclass(frozen=True, slots=True)
class View:
    """Ask for a position as one person sees it.

    `seat` None is the neutral view everyone shares. `width` is in pixels. `chosen` and `targets` are points
    marked while a player composes a move: what he has picked, and where he may go. `trail` is the way of the
    last move where the last ply was chance and has none of its own.
    Raises ValueError for a theme or a width that cannot be drawn.
    """

    seat: int | None = None
    theme: str = "light"
    width: int = 800
    chosen: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    trail: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.theme not in THEMES:
            raise ValueError(f"no theme {self.theme!r}; themes: {', '.join(THEMES)}")
        if not NARROWEST <= self.width <= WIDEST:
            raise ValueError(f"width {self.width} is not between {NARROWEST} and {WIDEST} pixels")


NEUTRAL = View()


class Translate(Protocol):
    """Give the text of an id in one language, its placeholders filled; `n` chooses the plural form."""

    def __call__(self, text_id: str, /, **values: object) -> str:
        """Return the text; placeholders stand in braces."""


class Painter(Protocol):
    """Draw and describe the positions of one game. Safe to use from several threads."""

    def paint(self, state: State, view: View) -> Image.Image:
        """Return the finished palette image."""

    def describe(self, state: State, t: Translate, view: View) -> str:
        """Return the position in words, at most `render.sentences.LIMIT` characters."""
