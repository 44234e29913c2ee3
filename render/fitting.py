"""How broad the picture of an ended game is drawn, so that it stays small.

That is told from what there is to show before anything is drawn: to draw an empty board takes longer than all
the rest, and there would be a second one.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from render.canvas.png import MOST_BYTES
from render.contract.scoreboard import Scoreboard
from render.contract.view import NARROWEST, NEUTRAL, View

# Measured, packed as hard as pictures are: pictures grow with about this power of their width, by a letter of
# the result so many bytes, by one of the names above the board a little more.
_GROWTH: Final = 1.4
_LETTER: Final = 50
_LETTER_OF_A_NAME: Final = 70
_NAME: Final = 12
"""About so many letters of a name are shown."""
_RESULT, _NAMES = 36, 24
"""About so many letters of a result have room, and of all names together."""

_PACKED_HARDER: Final = 0.94
"""What may fit is packed harder."""
_WIDTH_STEP: Final = 20
"""Few widths are drawn: boards are kept by their size."""


def most_bytes(view: View) -> float:
    """Return how large a picture is to be at most: more only if asked for broader ones."""
    return MOST_BYTES * max(1.0, view.width / NEUTRAL.width) ** 2


def fitted(view: View, crowded: int) -> View:
    """Return the view as broad as its picture will probably fit, as it is if no result is told.

    `crowded` is what a crowded board takes with a result without a letter, in bytes, 800 pixels broad.
    """
    shown = view.scoreboard
    if shown is None or not shown.result:
        return view
    written = _LETTER * min(_RESULT, sum(map(len, _told(shown))))
    written += _LETTER_OF_A_NAME * min(_NAMES, sum(min(len(player.name), _NAME) for player in shown.players))
    expected = (crowded + written) * (view.width / NEUTRAL.width) ** _GROWTH
    excess = expected / most_bytes(view)
    return view if excess <= 1 else _reduced(view, excess)


def narrower(view: View, size: int) -> View:
    """Return a narrower view instead of one whose picture came to so many bytes, which is too large."""
    return _reduced(view, size / most_bytes(view) * _PACKED_HARDER)


def _reduced(view: View, excess: float) -> View:
    """Return a narrower view instead of one whose picture is so many times too large."""
    fitting = min(view.width - 1, int(view.width / excess ** (1 / _GROWTH)))
    return replace(view, width=max(NARROWEST, fitting // _WIDTH_STEP * _WIDTH_STEP))


def _told(shown: Scoreboard) -> Iterator[str]:
    """Yield the texts of the result, names as long as they are shown there, without spaces."""
    for text in shown.result[:2]:
        for player in shown.players:
            if len(player.name) > _NAME:
                text = text.replace(player.name, player.name[:_NAME])  # noqa: PLW2901 -- name after name
        yield "".join(text.split())
