"""Class names outside the games are unique."""

import re
from collections import defaultdict
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
LAYERS: Final = ("bot", "data", "rules", "render", "engines", "playground", "bench")
# Games may reuse names for their own pieces and boards.
GAMES: Final = tuple(ROOT / layer / "games" for layer in ("rules", "render", "engines"))


CLASS: Final = re.compile(r"^class (\w+)", re.MULTILINE)


def test_class_names_are_unique() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for layer in LAYERS:
        for path in sorted((ROOT / layer).rglob("*.py")):
            if any(path.is_relative_to(games) for games in GAMES):
                continue
            for name in CLASS.findall(path.read_text(encoding="utf-8")):
                places[name.lstrip("_")].append(str(path.relative_to(ROOT)))
    assert {name: files for name, files in places.items() if len(files) > 1} == {}
