"""The contract tests' facts about Catch the Hat."""

from rules.games.catch_the_hat import GAME
from tests.rules.contract.cases import Case, Perft, Setting
from tests.rules.games.catch_the_hat.naive import Naive


def twin(options: Setting, players: int, position: str) -> Naive:
    table = {**options, "players": str(players)}
    return Naive.at(table, position) if position else Naive(table)


CASE = Case(
    GAME,
    (
        Perft((6, 16, 84, 244, 1235), players=2, twin=3),
        Perft((6, 16, 84, 244, 1235), players=4, twin=3),
        Perft((6, 16, 84, 244, 1257), players=6, twin=3),
        Perft((6, 32, 168, 904, 4846), {"mode": "total-party"}, players=4, twin=3),
    ),
    twin,
    (
        ({}, None),
        ({"goal": "defence"}, 6),
        ({"mode": "party"}, 4),
        ({"mode": "tower-race"}, 5),
        ({"mode": "golden-hat", "golden_goal": "prisoners"}, 3),
    ),
)
