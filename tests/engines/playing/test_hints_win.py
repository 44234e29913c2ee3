"""A player who follows every hint, a move of level 5, beats level 1 in either role of every game for two."""

import pytest

from engines import ENGINES
from engines.playing.matches import EngineMatch
from engines.playing.opponents import opponent
from rules import GAMES
from rules.contract.capabilities import leaves_to_chance

NODES = {
    ("conhex", ""): 400,
    ("fox-and-hens", ""): 1_000,
    ("hounds-and-jackals", ""): 1_000,
    ("ludus-latrunculorum", ""): 300,
    ("nine-mens-morris", ""): 1_000,
    ("hnefatafl", ""): 1_500,
    ("hnefatafl", "tablut-9"): 5_000,
}
"""Fewer nodes than a hint has, and enough. Brandubh, where attackers need more: see docs/engines.md."""


def test_every_game_for_two_without_dice_is_among_them() -> None:
    assert {key for key, _ in NODES} == {key for key, game in GAMES.items() if not leaves_to_chance(game)}


@pytest.mark.parametrize(("key", "board"), NODES)
def test_hints_beat_level_1_in_either_role(key: str, board: str) -> None:
    engine, game = ENGINES[key], GAMES[key]
    hints = opponent(f"5/{NODES[key, board]}n", engine, lambda: 0.0)
    beginner = opponent("1", engine, lambda: 0.0)
    options = {"board": board} if board else {}
    results = list(EngineMatch(game, options, 2, hints, beginner, "hints").play(2))
    assert {result.role: result.share for result in results} == dict.fromkeys(game.roles(2), 1.0)
