"""The painters, one folder per game.

A folder with a PAINTER is a game; a folder without is a family of games.
"""

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any

from render.contract.painter import GamePainter


def find_painters(folders: Iterable[str], package: str) -> Iterator[GamePainter[Any]]:
    """Yield the painters declared in the packages of the given folders, recursively."""
    for module in iter_modules(folders):
        if module.ispkg:
            name = f"{package}.{module.name}"
            member = import_module(name)
            if hasattr(member, "PAINTER"):
                yield member.PAINTER
            else:
                yield from find_painters(member.__path__, name)


PAINTERS: Mapping[str, GamePainter[Any]] = MappingProxyType(
    {
        painter.key: painter
        for painter in sorted(find_painters(__path__, __name__), key=lambda painter: painter.key)
    }
)
"""Every painter by its game's key, ordered by key."""
