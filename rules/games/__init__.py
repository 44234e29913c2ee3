"""The games, one folder each. A folder with a GAME is a game; a folder without is a family of games."""

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from rules.contract import Game


def _find(folders: Iterable[str], package: str) -> Iterator[Game]:
    """Yield the games declared in the packages of the given folders, recursively."""
    for module in iter_modules(folders):
        if module.ispkg:
            name = f"{package}.{module.name}"
            member = import_module(name)
            if hasattr(member, "GAME"):
                yield member.GAME
            else:
                yield from _find(member.__path__, name)


GAMES: Mapping[str, Game] = MappingProxyType(
    {game.key: game for game in sorted(_find(__path__, __name__), key=lambda game: (game.order, game.key))}
)
"""Every game by its key, in display order."""
