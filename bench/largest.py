"""The largest pictures: ends of every board, in every theme and language, with short and with long names."""

from collections.abc import Iterator
from io import BytesIO

from PIL import Image

from bench.stage.ends import LONG, SHORT, Board, boards, ended, walked
from bot.locale import LANGUAGES, Texts
from render import THEMES, Gallery, View
from rules import State

GOAL = 30_000
LEAST_WIDTH = 640
"""Pictures that would be too large are drawn narrower, but no narrower than that."""
PLIES = (40, 80, 140, 200, 260, 320)
SEEDS = (0, 1)


def run() -> None:
    """Draw the end of each board from its most crowded position, and print how large that becomes."""
    texts, gallery = Texts.load(), Gallery()
    print(f"{'board':<58}{'names':>7}{'bytes':>8}{'width':>7}  goals")
    for board in boards():
        state = _most_crowded(board, gallery)
        for called, names in (("short", SHORT), ("long", LONG)):
            drawn = [
                gallery.picture(state, ended(state, theme, names, texts.language(language)))
                for theme in THEMES
                for language in LANGUAGES
            ]
            size, width = max(map(len, drawn)), min(map(_width, drawn))
            told = " ".join([board.key, *board.options.values(), str(board.players or "")])
            reached = size <= GOAL and width >= LEAST_WIDTH
            print(f"{told:<58}{called:>7}{size:>8}{width:>7}  {'reached' if reached else 'missed'}")
    print(f"Goals: at most {GOAL} bytes, at least {LEAST_WIDTH} of 800 pixels wide.")


def _most_crowded(board: Board, gallery: Gallery) -> State:
    return max(_walked(board), key=lambda state: len(gallery.picture(state, View(over=True))))


def _walked(board: Board) -> Iterator[State]:
    for seed in SEEDS:
        for plies in PLIES:
            state = walked(board, plies, seed)
            yield state
            if state.outcome is not None:
                break


def _width(data: bytes) -> int:
    with Image.open(BytesIO(data)) as picture:
        return picture.width
