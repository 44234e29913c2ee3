"""Sample positions, each played once for all tests: on large boards that takes longer than drawing."""

from collections.abc import Mapping
from functools import cache

from render import sample
from rules import State


def midgame(key: str, options: Mapping[str, str], plies: int, players: int | None = None) -> State:
    return _midgame(key, tuple(options.items()), plies, players)


@cache
def _midgame(key: str, options: tuple[tuple[str, str], ...], plies: int, players: int | None) -> State:
    return sample.midgame(key, dict(options), plies, players)
