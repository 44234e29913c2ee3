"""The test cases of all games, found by folder."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path

from tests.rules.contract.cases import Case

GAMES = Path(__file__).parents[1] / "games"


def find_cases() -> Iterator[Case]:
    for path in sorted(GAMES.rglob("case.py")):
        folder = ".".join(path.parent.relative_to(GAMES).parts)
        case = import_module(f"tests.rules.games.{folder}.case").CASE
        assert isinstance(case, Case)
        yield case


CASES: Mapping[str, Case] = {case.game.key: case for case in find_cases()}
