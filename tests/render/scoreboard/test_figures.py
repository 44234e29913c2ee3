"""Figures on plates: pictures of nearly the same width share none."""

import pytest

from render import Gallery, Scoreboard, View
from tests.render.approved import LINES
from tests.render.midgames import midgame


@pytest.mark.parametrize("key", ["fox-and-hens", "catch-the-hat"])
def test_picture_does_not_depend_on_earlier_drawings(key: str) -> None:
    state = midgame(key, {}, 5)
    views = [View(width=width, scoreboard=Scoreboard(LINES[: state.players])) for width in (484, 480)]
    gallery = Gallery()
    pictures = [gallery.picture(state, view) for view in views]
    assert pictures == [Gallery().picture(state, view) for view in views]
