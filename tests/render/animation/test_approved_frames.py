"""Frames of an animation, as approved pictures."""

from collections.abc import Sequence
from io import BytesIO

import pytest
from PIL import Image
from syrupy.assertion import SnapshotAssertion

from render import Frame, Gallery, Scoreboard, View
from tests.render.approved import LINES, as_png
from tests.render.midgames import midgame


@pytest.mark.parametrize(("key", "plies"), [("hnefatafl", (18, 19, 20)), ("catch-the-hat", (41, 42, 43))])
def test_animation_frames_match_snapshot(
    key: str, plies: Sequence[int], gallery: Gallery, pixels: SnapshotAssertion
) -> None:
    frames = []
    for ply in plies:
        state = midgame(key, {}, ply)
        result = (f"Anna: move {ply}",) if ply < plies[-1] else ("Anna wins", "How.")
        shown = Scoreboard(LINES[: state.players], f"{ply}/{plies[-1]}", result)
        frames.append(Frame(state, View(width=200, scoreboard=shown)))
    with Image.open(BytesIO(gallery.animation(frames))) as film:
        strip = Image.new("RGB", (film.width, film.height * len(plies)))
        for number in range(len(plies)):
            film.seek(number)
            strip.paste(film.convert("RGB"), (0, number * film.height))
    assert as_png(strip.quantize(256)) == pixels
