"""Which looks to have at hand before anybody asks: every board of every game, with its pieces."""

from collections.abc import Iterable, Iterator

from render.contract.view import THEMES, View
from render.sample import midgame
from rules import Game, InvalidOption, State

PLIES = 60
"""So far in a game most of what can lie on its board has been seen."""


def looks(games: Iterable[Game]) -> Iterator[tuple[State, View]]:
    """Yield positions as they will be seen, in the order in which it matters.

    First the public boards in the first theme, then what players see from their seats, then other themes.
    """
    games = tuple(games)
    for theme in THEMES:
        for game in games:
            yield from ((state, View(theme=theme)) for state in _first_positions(game))
        for game in games:
            played = midgame(game.key, {}, PLIES)
            for seat in (None, *range(game.seats[0])):
                yield game.new(), View(theme=theme, seat=seat)
                yield played, View(theme=theme, seat=seat)


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
