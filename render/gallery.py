"""The gallery: any position of any game as a picture or in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from render.animation import gif
from render.animation.pacing import Frame, durations
from render.canvas.png import encode
from render.canvas.resources import Resources
from render.contract.alt_text import Translate
from render.contract.painter import GamePainter
from render.contract.view import NEUTRAL, Orientation, View
from render.games import PAINTERS
from rules import State


class Gallery:
    """Draw and describe positions; boards and pieces are kept. Safe to use from several threads.

    Every method raises KeyError for a game without a painter.
    """

    def __init__(
        self, painters: Mapping[str, GamePainter[Any]] = PAINTERS, resources: Resources | None = None
    ) -> None:
        shared = Resources() if resources is None else resources
        self._painters = {key: painter.ready(shared) for key, painter in painters.items()}

    def picture(self, state: State, view: View = NEUTRAL) -> bytes:
        """Return the position as a palette PNG, `view.width` pixels wide."""
        return encode(self._painters[state.game.key].paint(state, view))

    def animation(self, frames: Sequence[Frame]) -> bytes:
        """Return the positions of a game one after the other as an animated GIF.

        Raises ValueError where there are none, or where their views make pictures of several sizes.
        """
        pictures = (self._painters[one.state.game.key].paint(one.state, one.view) for one in frames)
        return gif.encode(zip(pictures, durations(len(frames)), strict=True))

    def prepare(self, state: State, view: View = NEUTRAL) -> None:
        """Draw what a picture of the position needs, to have it at hand."""
        self._painters[state.game.key].paint(state, view)

    def words(self, state: State, t: Translate, view: View = NEUTRAL) -> str:
        """Return the position in words, at most 1000 characters."""
        return self._painters[state.game.key].describe(state, t, view)

    def orientation(self, state: State, view: View) -> Orientation:
        """Return how the board lies in the view."""
        return self._painters[state.game.key].orientation(state, view)
