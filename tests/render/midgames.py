"""Sample positions, each played once for all tests: on large boards, playing takes longer than drawing."""

from collections.abc import Iterator, Mapping
from itertools import islice

from render import sample
from rules import State

_games: dict[tuple[object, ...], tuple[list[State], Iterator[State]]] = {}


def midgame(key: str, options: Mapping[str, str], plies: int, players: int | None = None) -> State:
    game = key, tuple(options.items()), players
    if game not in _games:
        _games[game] = [], sample.midgames(key, options, players)
    states, more = _games[game]
    states.extend(islice(more, max(0, plies + 1 - len(states))))
    return states[min(plies, len(states) - 1)]
