"""Inks of boards, some of them shared."""

from render.canvas.palette import COARSE, FINE, Palette
from render.canvas.themes import CLASSIC, SHARED_INKS


def test_coarse_edges_need_fewer_colours_and_keep_every_ink() -> None:
    fine = Palette.mix(CLASSIC.light, CLASSIC.touching, FINE)
    coarse = Palette.mix(CLASSIC.light, CLASSIC.touching, COARSE)
    assert len(coarse.colours) < len(fine.colours)
    assert set(CLASSIC.light.values()) <= set(coarse.colours)


def test_a_board_borrows_inks_and_the_pairs_that_touch() -> None:
    inks = CLASSIC.with_inks(SHARED_INKS, {"new": (1, 200, 3)}, {"new": (1, 100, 3)}, [("new", "frame")])
    assert set(inks.light) == set(inks.dark) == {*SHARED_INKS, "new"}
    assert inks.light["frame"] == CLASSIC.light["frame"]
    assert {("frame", "letter"), ("trail", "trail-edge"), ("new", "frame")} <= set(inks.touching)
    assert all(set(pair) <= set(inks.light) for pair in inks.touching)
