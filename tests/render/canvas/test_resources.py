"""An empty board that is kept comes back as it was drawn, as often as it is wanted."""

from PIL import Image, ImageDraw

from render.canvas.resources import BoardLookups, CachedBoard, Resources


def _drawn() -> Image.Image:
    canvas = Resources().canvas("light", (0, 0, 400, 300), "frame")
    picture = canvas.image()
    ImageDraw.Draw(picture).line((0, 0, 399, 299), fill=3)
    return picture


def test_a_kept_board_is_the_one_that_was_drawn() -> None:
    drawn = _drawn()
    kept = CachedBoard(drawn, BoardLookups()).sheet().picture
    assert (kept.mode, kept.size, kept.tobytes()) == (drawn.mode, drawn.size, drawn.tobytes())
    assert kept.getpalette() == drawn.getpalette()


def test_what_is_laid_on_a_board_is_not_on_the_next() -> None:
    board = CachedBoard(_drawn(), BoardLookups())
    one = board.sheet().picture
    one.paste(5, (0, 0, 100, 100))
    assert board.sheet().picture.tobytes() == _drawn().tobytes() != one.tobytes()
