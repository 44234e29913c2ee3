"""Positions of the boards on a sheet, as given by `midgame` after twelve plies.

Playing them on demand would compute the legal moves of every board, which stay in memory: four megabytes.
"""

from collections.abc import Mapping
from typing import Final

SHEET_POSITIONS: Final[Mapping[tuple[str, tuple[tuple[str, str], ...]], str]] = {
    (
        "hnefatafl",
        (("board", "hnefatafl-13"),),
    ): "4aaaa5/3a9/13/7d5/a5d5a/a4d4d1a/aa3dkdd2aa/a4dd3a1a/a3a1d5a/13/8a3d/13/5aaa5 a",
    (
        "hnefatafl",
        (("board", "hnefatafl-11"),),
    ): "3a1aaa3/a4a5/4a5a/3d1dd4/a3dd5/aa2dkd2aa/a2d1dd1a1a/a1a8/11/5a5/3aaaaa3 a",
    (
        "hnefatafl",
        (("board", "hnefatafl-11-balanced"),),
    ): "3aaaa2aa/5a5/3d7/a4dd3a/a3dd4a/aa2dkd3a/3a1dd3a/a1a1d6/7d3/4a6/3aaaaa3 a",
    ("hnefatafl", (("board", "hnefatafl-9"),)): "4a2a1/1a3d3/7a1/a2dd3a/aa2kd2a/a2ddda2/9/1d7/2aaaa3 a",
    ("hnefatafl", (("board", "tablut-9"),)): "3aaa3/4ad3/9/a8/a1a3d1a/2ad5/4k4/4a2a1/3aaa3 a",
    ("hnefatafl", (("board", "tablut-9-balanced"),)): "3aaa3/4a4/4d4/9/aaddkd1aa/aa2d3a/4d4/a8/4a4 a",
    ("hnefatafl", (("board", "brandubh-7"),)): "3a3/2d4/6d/d2k3/5a1/3a3/4d2 a",
    ("hnefatafl", (("board", "brandubh-7-balanced"),)): "3a3/2d4/6d/d2k3/5a1/3a3/4d2 a",
    (
        "hnefatafl",
        (("board", "alea-evangelii-19"),),
    ): (
        "2a2a7a5/16a2/a4a7a4a/7a1a1a7/6a1d1d1a6/a1a2a5d1a2a1a/4a4d4a4/3a4d1d4a3/4d2d1d3d5/"
        "a2a4dkd1d2a3/4d1dddd1d2d4/3a8d2a3/4a4d4a4/2a2a2a7a1a/6a3d5a2/9a1a7/a4a2a4a4a/19/"
        "2a2a7a2a2 a"
    ),
    ("ludus-latrunculorum", ()): "bbb1bbbbb/b1b1bbbb1/2w1w4/3b5/9/8b/1b7/2w2w3/ww1w2www/ww1wwwwww b",
    (
        "conhex",
        (),
    ): (
        "red e3 e6 d7 c8 e8; blue b7 b9 d9 f9 c10 d10; red-cells z2.6 z3.3; "
        "blue-cells z0.11 z0.12 z0.13 z1.8 z1.9; turn red"
    ),
    ("fox-and-hens", ()): "hens a3 a4 b3 c1 c2 c4 c5 d1 d2 d4 e1 e2 e4 g4 g5; foxes a5 e7; off 0; turn hens",
    ("hounds-and-jackals", ()): "hounds 1 2 3 10 26; jackals 1 2 5 6 25; turn hounds",
    ("catch-the-hat", ()): "turn 1; die 1; H0 r,r,r; H2 g,g,g,g; R5 r; R24 g; R29 g; S0.1 r; S0.4 r",
    ("nine-mens-morris", (("men", "9"),)): "b../www/w../...bw./b../bb./.w. w 3 3",
    ("nine-mens-morris", (("men", "6"),)): "b../bbb/..w./.wb/www w 0 0",
    ("nine-mens-morris", (("men", "12"),)): "w../www/w../...bbb/b../.../... w 6 6",
}
