"""The games, one folder each. A folder with an ENGINE is a game; a folder without is a family of games."""

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from engines.contract import Engine
from engines.search.engine import PlayoutEngine
from rules import GAMES


def _find(folders: Iterable[str], package: str) -> Iterator[Engine]:
    """Yield the engines declared in the packages of the given folders, recursively."""
    for module in iter_modules(folders):
        if module.ispkg:
            name = f"{package}.{module.name}"
            member = import_module(name)
            if hasattr(member, "ENGINE"):
                yield member.ENGINE
            else:
                yield from _find(member.__path__, name)


ENGINES: Mapping[str, Engine] = MappingProxyType(
    {key: PlayoutEngine(key) for key in GAMES} | {engine.key: engine for engine in _find(__path__, __name__)}
)
"""An engine for every game by key; games without a folder here get one based on the rules alone."""
