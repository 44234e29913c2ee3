"""The skeleton of a new game: its files in every layer, with unfinished parts marked."""

import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from keyword import iskeyword
from pathlib import Path
from string import Template
from typing import Final

from rules.contract import Game
from rules.games import GAMES
from rules.scaffold.catalogues import complete

FILES: Final[Mapping[str, str]] = {
    "package.txt": "rules/games/{package}/__init__.py",
    "game.txt": "rules/games/{package}/game.py",
    "text.txt": "rules/games/{package}/text.py",
    "versions.txt": "rules/games/{package}/versions.py",
    "vocabulary.txt": "rules/games/{package}/vocabulary.py",
    "painter.txt": "render/games/{package}/__init__.py",
    "case.txt": "tests/rules/games/{package}/case.py",
    "test_play.txt": "tests/rules/games/{package}/test_play.py",
    "rulebook.txt": "docs/rules/{key}.md",
}
"""The target of each template."""

CATALOGUES: Final[Mapping[str, str]] = {
    "en": "bot/locale/en/{key}.po",
    "de": "bot/locale/de/{key}.po",
}
"""The text catalogues of a game, by language."""

_TEMPLATES: Final = Path(__file__).parent / "templates"
_KEY: Final = re.compile(r"[a-z]+(-[a-z]+)*")
_LONGEST_KEY: Final = 30


class ScaffoldError(ValueError):
    """A skeleton cannot be written here or under this key."""


def scaffold(key: str, root: Path) -> Iterator[Path]:
    """Write the skeleton of a new game into a checkout and yield the written files.

    For an existing game, only its catalogues are completed. Raises ScaffoldError.
    """
    if Path(__file__).parents[2] != root.resolve():
        raise ScaffoldError("run this at the top of a checkout")
    game = GAMES.get(key)
    if game is None:
        yield from _write_files(key, root)
        game = import_module(f"rules.games.{_package(key)}").GAME
    yield from _write_catalogues(game, root)


def _package(key: str) -> str:
    return key.replace("-", "_")


def _write_files(key: str, root: Path) -> Iterator[Path]:
    package = _package(key)
    if not _KEY.fullmatch(key) or len(key) > _LONGEST_KEY or iskeyword(package):
        raise ScaffoldError(
            f"{key[:40]!r} is not a key: lower-case words with hyphens, at most {_LONGEST_KEY} characters"
        )
    paths = {name: root / path.format(package=package, key=key) for name, path in FILES.items()}
    for path in paths.values():
        if path.exists():
            raise ScaffoldError(f"{path.relative_to(root)} is there already")
    words = key.split("-")
    values = {
        "key": key,
        "package": package,
        "title": " ".join(map(str.capitalize, words)),
        "name": "".join(map(str.capitalize, words)),
        "order": str(max(game.order for game in GAMES.values()) + 10),
    }
    for name, path in paths.items():
        template = Template((_TEMPLATES / name).read_text(encoding="utf-8"))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(template.substitute(values), encoding="utf-8")
        yield path


def _write_catalogues(game: Game, root: Path) -> Iterator[Path]:
    for language, pattern in CATALOGUES.items():
        path = root / pattern.format(key=game.key)
        present = path.read_text(encoding="utf-8") if path.exists() else ""
        text = complete(present, game, language)
        if text != present:
            path.write_text(text, encoding="utf-8")
            yield path
