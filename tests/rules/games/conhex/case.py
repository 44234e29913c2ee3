"""The contract tests' facts about ConHex."""

from rules.games.conhex import GAME
from tests.rules.contract.cases import Case, Perft, Setting
from tests.rules.games.conhex.naive import Naive

LATE = ("a1", "f6", "b3", "f5", "b5", "f7", "b7", "e6", "b9")


def twin(options: Setting, _players: int, position: str) -> Naive:
    assert not position, "the twin starts from an empty board"
    return Naive(options)


CASE = Case(
    GAME,
    (
        Perft((69, 4761, 319056)),
        Perft((69, 4692, 314364), {"swap": "off"}),
        Perft((69, 4692, 314364), {"swap": "off", "handicap": "3"}),
        Perft((69, 4692, 314364), {"swap": "off", "balls": "1"}),
        Perft((69, 4761, 319056), {"balls": "1"}),
        Perft((189, 35721), {"balls": "3"}, moves=("a1", "k1", "c2", "d2", "b3", "b4")),
        Perft((60, 17700), {"balls": "5"}, moves=LATE),
        Perft((295, 84665), {"balls": "5"}, moves=(*LATE, "g6")),
        Perft((59, 3306), moves=(*LATE, "g6")),
    ),
    twin,
    (({}, None), ({"balls": "2"}, None), ({"balls": "12", "swap": "off", "handicap": "2"}, None)),
)
