"""Painters shared by all tests of a process, as each test would draw and keep the same boards again."""

from collections.abc import Hashable
from typing import Final

from render import NEUTRAL, Gallery, View
from render.canvas.single_flight_cache import SingleFlightCache
from rules import State

_KEPT: Final = 1000
"""The number of cached pictures of about 15 kilobytes."""


class KeepingGallery(Gallery):
    """A gallery that draws each position once, for tests of the bot.

    Most of these begin a match and read texts, and every bot that starts uploads all pieces.
    """

    def __init__(self) -> None:
        super().__init__()
        self._pictures: SingleFlightCache[Hashable, bytes] = SingleFlightCache(_KEPT)
        self._pieces: SingleFlightCache[Hashable, dict[tuple[int, str], bytes]] = SingleFlightCache(_KEPT)

    def picture(self, state: State, view: View = NEUTRAL) -> bytes:
        # Equal states may have different last moves.
        key = state, state.last, state.events, state.outcome, view
        return self._pictures.get(key, lambda: super(KeepingGallery, self).picture(state, view))

    def pieces(self, state: State) -> dict[tuple[int, str], bytes]:
        return dict(self._pieces.get((state,), lambda: super(KeepingGallery, self).pieces(state)))


GALLERY: Final = KeepingGallery()
"""For tests of the bot."""
FRESH_GALLERY: Final = Gallery()
"""For tests of pictures."""
