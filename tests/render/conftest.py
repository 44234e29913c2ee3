"""Shared fixtures of tests of pictures."""

from io import BytesIO

import pytest
from PIL import Image
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.image import PNGImageSnapshotExtension

from render import NEUTRAL, Gallery, Translate, View
from render.games import PAINTERS
from rules import State
from tests.galleries import FRESH_GALLERY
from tests.render.looking import Look, Picture, texts


@pytest.fixture(scope="session")
def gallery() -> Gallery:
    return FRESH_GALLERY


@pytest.fixture(scope="session")
def look(gallery: Gallery) -> Look:
    def picture(state: State, view: View = NEUTRAL, /) -> Picture:
        return Picture(gallery.picture(state, view), view.theme, PAINTERS[state.game.key].inks)

    return picture


@pytest.fixture(scope="session")
def english() -> Translate:
    return texts("en")


@pytest.fixture(scope="session")
def german() -> Translate:
    return texts("de")


class PixelSnapshot(PNGImageSnapshotExtension):
    """A picture stored as PNG and compared by pixels, regardless of compression."""

    def matches(self, *, serialized_data: object, snapshot_data: object) -> bool:
        assert isinstance(serialized_data, bytes)
        assert isinstance(snapshot_data, bytes)
        now, then = (Image.open(BytesIO(data)).convert("RGB") for data in (serialized_data, snapshot_data))
        return now.size == then.size and now.tobytes() == then.tobytes()


@pytest.fixture
def pixels(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(PixelSnapshot)
