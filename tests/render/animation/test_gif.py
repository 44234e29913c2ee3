"""Animated GIFs, read back by Pillow, an independent implementation."""

from collections.abc import Sequence
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image, ImageSequence

from render.animation.gif import encode
from tests.render.animation.playing import game_of

SIZE = (40, 30)
RED, GREEN, BLUE = (200, 0, 0), (0, 200, 0), (0, 0, 200)


def plain(colour: int, size: tuple[int, int] = SIZE, colours: int = 3) -> Image.Image:
    picture = Image.new("P", size, colour)
    picture.putpalette(
        [channel for index in range(colours) for channel in ((RED, GREEN, BLUE) * 86)[index]]
        if colours == 3
        else [(index * step) % 256 for index in range(colours) for step in (1, 3, 7)]
    )
    return picture


def with_dots(colour: int, *spots: tuple[int, int]) -> Image.Image:
    picture = plain(0)
    for spot in spots:
        picture.putpixel(spot, colour)
    return picture


def gif_of(pictures: Sequence[Image.Image]) -> bytes:
    size = pictures[-1].size if pictures else SIZE
    return encode(((picture, 10) for picture in pictures), size)


def decode(data: bytes) -> Sequence[Image.Image]:
    return [frame.convert("RGB") for frame in ImageSequence.Iterator(Image.open(BytesIO(data)))]


def same(data: bytes, pictures: Sequence[Image.Image]) -> bool:
    images = decode(data)
    return len(images) == len(pictures) and all(
        frame.tobytes() == picture.convert("RGB").tobytes()
        for frame, picture in zip(images, pictures, strict=True)
    )


def test_decoded_frames_match_the_drawn_pictures() -> None:
    pictures = [plain(0), with_dots(1, (3, 4)), with_dots(2, (3, 4), (39, 29)), plain(0), plain(2)]
    assert same(gif_of(pictures), pictures)


def test_identical_frames_keep_their_durations() -> None:
    data = encode([(plain(1), 30), (plain(1), 40), (plain(2), 50)], SIZE)
    assert [frame.info["duration"] for frame in ImageSequence.Iterator(Image.open(BytesIO(data)))] == [
        300,
        400,
        500,
    ]
    assert same(data, [plain(1), plain(1), plain(2)])


def test_animation_loops_forever() -> None:
    assert Image.open(BytesIO(gif_of([plain(0), plain(1)]))).info["loop"] == 0


def test_last_frame_may_be_larger() -> None:
    pictures = [with_dots(1, (3, 4)), with_dots(2, (3, 4)), plain(2, (40, 36))]
    images = decode(gif_of(pictures))
    assert [picture.size for picture in images] == [(40, 36)] * 3
    assert images[-1].tobytes() == pictures[-1].convert("RGB").tobytes()
    for picture, image in zip(images[:2], pictures[:2], strict=True):
        assert picture.crop((0, 0, *SIZE)).tobytes() == image.convert("RGB").tobytes()
        assert picture.crop((0, 30, 40, 36)).getcolors() == [(240, RED)]


def test_single_frame_makes_a_still_picture() -> None:
    assert same(gif_of([plain(2)]), [plain(2)])


def test_full_palette_is_encoded_correctly() -> None:
    pictures = [plain(255, colours=256), plain(0, colours=256), plain(255, colours=256)]
    pictures[1].putpixel((5, 5), 255)
    assert same(gif_of(pictures), pictures)


@pytest.mark.parametrize(
    "pictures",
    [
        [],
        [plain(0).convert("RGB")],
        [plain(0), plain(0).convert("RGB")],
        [plain(0, (41, 30)), plain(0)],
        [plain(0, (40, 31)), plain(0)],
        [plain(0), plain(0, colours=4)],
    ],
    ids=["none", "rgb", "rgb later", "broader", "higher", "another palette"],
)
def test_mismatched_frames_are_refused(pictures: Sequence[Image.Image]) -> None:
    with pytest.raises(ValueError, match=r"nothing to show|mode RGB|differ|larger"):
        gif_of(pictures)


def test_small_changes_add_few_bytes() -> None:
    pictures = [*game_of("conhex", 12)]
    sizes = [len(gif_of(pictures[:count])) for count in range(1, len(pictures))]
    assert max(later - earlier for earlier, later in pairwise(sizes)) < sizes[0] / 4
