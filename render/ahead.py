"""Boards drawn ahead: the public board of each setup of each game.

Other themes and the views from seats are drawn at the first request and kept: that takes a sixth of a
second.
"""

from collections.abc import Iterable, Iterator

from render.contract.view import NEUTRAL, View
from render.sample import midgame
from rules import Game, InvalidOption, State

PLIES = 60
"""Plies of a game after which most kinds of things on its board have been drawn."""


def looks(games: Iterable[Game], themes: Iterable[str] = (NEUTRAL.theme,)) -> Iterator[tuple[State, View]]:
    """Yield public views of positions, the most important first."""
    games = tuple(games)
    for theme in themes:
        for game in games:
            yield from ((state, View(theme=theme)) for state in _first_positions(game))
        for game in games:
            yield midgame(game.key, {}, PLIES), View(theme=theme)


def _first_positions(game: Game) -> Iterator[State]:
    """Yield the first position, then those with each option set to each of its values, for each number."""
    for number in game.seats:
        for option in game.options:
            for value in option.values:
                try:
                    yield game.new({option.key: value}, number)
                except InvalidOption:
                    # Some values go with others only, or with other numbers of players.
                    continue
