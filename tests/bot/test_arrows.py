"""Features use only features that stand before them in the list."""

from collections.abc import Mapping
from typing import Final

import grimp
import pytest

import rules
from bot.app import bare_app

ELSEWHERE: Final[Mapping[str, str]] = {
    "bot.features.puzzles.service.daily_puzzles": "puzzles",
    "bot.features.engines.service.hints": "engines",
    "bot.features.lessons.service": "lessons",
    "bot.features.puzzles.service.puzzles": "puzzles",
    "bot.features.reviews.service": "reviews",
    "bot.features.following.service": "following",
    "bot.play.practice": "engines",
    "bot.features.challenges.service.engine_games": "challenges",
    "bot.play.restores": "matches",
    "bot.features.trial.service": "trial",
    "bot.features.help.service": "help",
    "bot.play.substitutions": "challenges",
}
"""Modules of features that do not lie in folders with the feature's name yet."""
HOMES: Final = ("bot.features", "bot.chat.features", "bot.play")


@pytest.fixture(scope="module")
def order() -> Mapping[str, int]:
    app = bare_app(rules.GAMES)
    return {feature.name: number for number, feature in enumerate(app.features)}


def feature_of(module: str, order: Mapping[str, int]) -> str | None:
    while module:
        if module in ELSEWHERE:
            return ELSEWHERE[module]
        home, _, name = module.rpartition(".")
        if home in HOMES:
            return name if name in order else None
        module = home
    return None


def test_every_arrow_points_to_an_earlier_feature(order: Mapping[str, int]) -> None:
    graph = grimp.build_graph("bot")
    backwards = []
    for module in graph.modules:
        feature = feature_of(module, order)
        for imported in graph.find_modules_directly_imported_by(module):
            other = feature_of(imported, order)
            if feature and other and order[other] > order[feature]:
                backwards.append(f"{module} -> {imported}")
    assert not backwards, "a feature speaks to later ones by an event, a port or a slot"
