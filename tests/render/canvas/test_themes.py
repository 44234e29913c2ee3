"""Inks of boards, some of them shared between boards."""

from render.canvas.themes import CLASSIC, SHARED_INKS

THEMES = tuple(CLASSIC.themes)


def test_board_borrows_inks_and_touching_pairs() -> None:
    inks = CLASSIC.with_inks(
        SHARED_INKS, {theme: {"new": (1, 200, 3)} for theme in THEMES}, [("new", "frame")]
    )
    assert not [theme for theme in THEMES if set(inks.themes[theme]) != {*SHARED_INKS, "new"}]
    assert inks.themes["light"]["frame"] == CLASSIC.themes["light"]["frame"]
    assert {("frame", "letter"), ("trail", "trail-edge"), ("new", "frame")} <= set(inks.touching)
    assert not [pair for pair in inks.touching if not (set(pair) <= set(inks.themes["light"]))]
