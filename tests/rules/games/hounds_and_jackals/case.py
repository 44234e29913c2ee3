"""The contract tests' facts about Hounds and Jackals."""

from rules.games.hounds_and_jackals import GAME
from tests.rules.contract.cases import Case, Perft, Setting
from tests.rules.games.hounds_and_jackals.naive import Naive

LATE = "hounds 10 18 20 24 27; jackals 9 15 20 22 28; turn hounds"
CROWD = "hounds 14 15 16 20 28; jackals 10 16 17 25 29; turn jackals; attacked 16 25"
HARD = {"zone_block": "chain-first", "void_attack": "pass", "no_move": "loss"}


def twin(options: Setting, _players: int, position: str) -> Naive:
    return Naive.at(position, options) if position else Naive(options)


CASE = Case(
    GAME,
    (
        Perft((2, 3, 9, 20, 57, 129, 353, 935), twin=8),
        Perft((2, 3, 9, 20, 57, 129, 353, 935), {"opens": "jackals"}, twin=8),
        Perft((6, 15, 49, 160, 543), position=LATE, twin=5),
        Perft((6, 15, 49, 158, 538), {"shortcut_when_blocked": "must-if-free"}, position=LATE, twin=5),
        Perft((2, 10, 19, 53, 110), position=CROWD, twin=5),
        Perft((2, 10, 19, 53, 107), HARD, position=CROWD, twin=5),
    ),
    twin,
    (({}, None), (HARD, None), ({"opens": "jackals", "repetition": "none"}, None)),
)
