"""Hints, moves of level 5: following them all beats level 1 in either role of every two-player game."""

import pytest

from engines import ENGINES
from engines.playing.matches import EngineMatch
from engines.playing.opponents import opponent
from rules import GAMES
from rules.contract.capabilities import leaves_to_chance

NODES = {
    "conhex": 120,
    "fox-and-hens": 400,
    "hounds-and-jackals": 150,
    "ludus-latrunculorum": 150,
    "nine-mens-morris": 250,
    "hnefatafl": 1_000,
}
"""Enough nodes, though fewer than a hint has. Attackers on smaller boards need more: see docs/engines.md."""


def test_every_two_player_game_without_dice_is_covered() -> None:
    assert NODES.keys() == {key for key, game in GAMES.items() if not leaves_to_chance(game)}


@pytest.mark.parametrize("key", NODES)
def test_hints_beat_level_1_in_either_role(key: str) -> None:
    engine, game = ENGINES[key], GAMES[key]
    hints = opponent(f"5/{NODES[key]}n", engine, lambda: 0.0)
    beginner = opponent("1", engine, lambda: 0.0)
    results = list(EngineMatch(game, {}, 2, hints, beginner, "hints").play(2))
    assert {result.role: result.share for result in results} == dict.fromkeys(game.roles(2), 1.0)
