"""Features use only features that stand before them in the list."""

from collections.abc import Mapping
from typing import Final

import grimp
import pytest

import rules
from bot.app import bare_app

HOME: Final = "bot.features."


@pytest.fixture(scope="module")
def order() -> Mapping[str, int]:
    app = bare_app(rules.GAMES)
    return {feature.name: number for number, feature in enumerate(app.features)}


def feature_of(module: str) -> str | None:
    return module.removeprefix(HOME).partition(".")[0] if module.startswith(HOME) else None


def test_every_arrow_points_to_an_earlier_feature(order: Mapping[str, int]) -> None:
    graph = grimp.build_graph("bot")
    backwards = []
    for module in graph.modules:
        feature = feature_of(module)
        for imported in graph.find_modules_directly_imported_by(module):
            other = feature_of(imported)
            if feature and other and order[other] > order[feature]:
                backwards.append(f"{module} -> {imported}")
    assert not backwards, "\n".join(["a feature speaks to later ones by an event or a port:", *backwards])
