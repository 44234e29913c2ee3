"""The largest pictures, of crowded boards with long names: small files of the requested width."""

from dataclasses import replace
from io import BytesIO
from itertools import product

import pytest
from PIL import Image

from bench.stage.ends import LONG, Board, end_view, walk
from bot.locale import Texts
from render import THEMES, Gallery
from tests.repeats import in_turn

MAX_BYTES = 100_000
WORST = (
    (Board("hnefatafl", {"board": "hnefatafl-11"}), 260),
    (Board("hnefatafl", {"board": "alea-evangelii-19"}), 60),
    (Board("ludus-latrunculorum"), 60),
    (Board("conhex", {"swap": "off"}), 70),
    (Board("fox-and-hens"), 40),
    (Board("hounds-and-jackals"), 60),
    (Board("catch-the-hat", {}, 6), 200),
)
"""The largest boards. `python -m bench largest` covers all boards."""


@pytest.fixture(scope="module")
def german() -> Texts:
    return Texts.load()


@pytest.mark.parametrize(("worst", "look"), in_turn(WORST, list(product(THEMES, (800, 480)))))
def test_most_crowded_end_picture_stays_small(
    worst: tuple[Board, int], look: tuple[str, int], gallery: Gallery, german: Texts
) -> None:
    (theme, width), (board, plies) = look, worst
    crowded_state = walk(board, plies, 0)
    data = gallery.picture(
        crowded_state, replace(end_view(crowded_state, theme, LONG, german.language("de")), width=width)
    )
    assert len(data) <= MAX_BYTES
    with Image.open(BytesIO(data)) as picture:
        assert picture.width == width
