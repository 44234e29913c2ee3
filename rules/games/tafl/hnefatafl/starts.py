"""The boards by option value, with their start positions."""

from collections.abc import Mapping

_ELEVEN = "3aaaaa3/5a5/11/a4d4a/a3ddd3a/aa1ddkdd1aa/a3ddd3a/a4d4a/11/5a5/3aaaaa3 a"
_TABLUT = "3aaa3/4a4/4d4/a3d3a/aaddkddaa/a3d3a/4d4/4a4/3aaa3 a"
_BRANDUBH = "3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3 a"

# Source: the drawings of the published setups; the attackers begin on all of them (ruling T21).
STARTS: Mapping[str, str] = {
    "hnefatafl-13": (
        "4aaaaa4/6a6/13/13/a5d5a/a4ddd4a/aa2ddkdd2aa/a4ddd4a/a5d5a/13/13/6a6/4aaaaa4 a"  # ruling T1
    ),
    "hnefatafl-11": _ELEVEN,
    "hnefatafl-11-balanced": _ELEVEN,
    "hnefatafl-9": "3aaa3/4a4/9/a2ddd2a/aa1dkd1aa/a2ddd2a/9/4a4/3aaa3 a",
    "tablut-9": _TABLUT,
    "tablut-9-balanced": _TABLUT,
    "brandubh-7": _BRANDUBH,
    "brandubh-7-balanced": _BRANDUBH,
    "alea-evangelii-19": (
        "2a2a7a2a2/19/a4a7a4a/7a1a1a7/6a1d1d1a6/a1a2a7a2a1a/4a4d4a4/3a4d1d4a3/4d2d1d1d2d4/3a2d1dkd1d2a3/"
        "4d2d1d1d2d4/3a4d1d4a3/4a4d4a4/a1a2a7a2a1a/6a1d1d1a6/7a1a1a7/a4a7a4a/19/2a2a7a2a2 a"
    ),
}
