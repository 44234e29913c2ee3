"""The contract tests' facts about Fox and Hens."""

from rules.games.fox_and_hens import GAME
from tests.rules.contract.cases import Case, Perft, Setting
from tests.rules.games.fox_and_hens.naive import Naive


def twin(options: Setting, _players: int, position: str) -> Naive:
    assert not position, "the twin starts from the first position"
    return Naive(options)


def amid(moves: str, counts: tuple[int, ...], options: Setting) -> Perft:
    return Perft(counts, options, moves=tuple(moves.split(",")), twin=3)


CASE = Case(
    GAME,
    (
        Perft((7, 60, 608, 4758), twin=4),
        Perft((7, 44, 428, 1654), {"missed_capture": "enforced"}, twin=4),
        Perft((5, 28, 178, 886), {"diagonals": "none"}, twin=4),
        Perft((13, 78, 1012, 6136), {"fox_start": "back"}, twin=4),
        Perft((7, 60, 608, 4578), {"missed_capture": "takeback"}, twin=4),
        Perft((7, 60, 608, 4758), {"both_missed": "foxes-choose"}, twin=4),
        amid("b4-b5,e5-e6,claim c5", (14, 40, 524), {}),
        amid("b4-b5,e5-e6,claim c5", (14, 40, 515), {"return_by": "hens", "return_zone": "outside-house"}),
        amid("b4-b5,e5-e6", (12, 89, 1094), {"missed_capture": "takeback"}),
        amid("b4-b5,c5-c6,f4-f5,c6-c5,b3-b4", (9, 92, 654), {"both_missed": "foxes-choose"}),
        amid("d4-d5,c5-c6,d3-d4", (1, 11, 49), {"missed_capture": "enforced"}),
    ),
    twin,
    (
        ({}, None),
        ({"missed_capture": "takeback", "return_by": "hens"}, None),
        ({"missed_capture": "enforced", "diagonals": "none", "hens_stuck": "draw"}, None),
        ({"both_missed": "moved-fox", "fox_start": "back", "return_zone": "outside-house"}, None),
    ),
)
