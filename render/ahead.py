"""Boards drawn ahead of use: the public board of each setup of each game.

Other themes and the seats' views are drawn on first request and cached, which takes a sixth of a second.
"""

from collections.abc import Iterable, Iterator

from render.contract.view import NEUTRAL, View
from render.sample import midgame
from rules import Game, InvalidOption, State

PLIES = 60
"""The number of plies of a game after which most figures on its board have been drawn."""


def looks(games: Iterable[Game], themes: Iterable[str] = (NEUTRAL.theme,)) -> Iterator[tuple[State, View]]:
    """Yield public views of positions, most important first."""
    games = tuple(games)
    for theme in themes:
        for game in games:
            yield from ((state, View(theme=theme)) for state in _first_positions(game))
        for game in games:
            yield midgame(game.key, {}, PLIES), View(theme=theme)


def _first_positions(game: Game) -> Iterator[State]:
    """Yield the start position, then one for each value of each option, for each number of players."""
    for number in game.seats:
        for option in game.options:
            for value in option.values:
                try:
                    yield game.new({option.key: value}, number)
                except InvalidOption:
                    # Some values require other values, or other numbers of players.
                    continue
