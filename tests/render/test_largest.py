"""However crowded a board and however long the names: its picture is small, and as wide as was asked for."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bench.stage.ends import LONG, Board, end_view, walk
from bot.locale import Texts
from render import THEMES, Gallery
from rules import State

MOST_BYTES = 100_000
WORST = (
    (Board("hnefatafl", {"board": "hnefatafl-11"}), 260),
    (Board("hnefatafl", {"board": "alea-evangelii-19"}), 60),
    (Board("ludus-latrunculorum"), 60),
    (Board("conhex", {"swap": "off"}), 70),
    (Board("fox-and-hens"), 40),
    (Board("hounds-and-jackals"), 60),
    (Board("catch-the-hat", {}, 6), 200),
)
"""The largest ones. `python -m bench largest` looks at all there are."""


@pytest.fixture(scope="module")
def german() -> Texts:
    return Texts.load()


@pytest.fixture(scope="module", params=WORST, ids=lambda worst: f"{worst[0].key} {worst[1]}")
def crowded_state(request: pytest.FixtureRequest) -> State:
    board, plies = request.param
    return walk(board, plies, 0)


@pytest.mark.parametrize("width", [800, 480])
@pytest.mark.parametrize("theme", THEMES)
def test_the_end_with_all_there_is_to_tell_is_small(
    crowded_state: State, theme: str, width: int, gallery: Gallery, german: Texts
) -> None:
    data = gallery.picture(
        crowded_state, replace(end_view(crowded_state, theme, LONG, german.language("de")), width=width)
    )
    assert len(data) <= MOST_BYTES
    with Image.open(BytesIO(data)) as picture:
        assert picture.width == width
