"""The list of features: order, unique names, complete contributions."""

from typing import Any

import pytest

import rules
from bot.app import FeatureSettings, all_checks, all_probes, bare_app
from bot.chat.core.app_context import AppContext
from bot.chat.core.pictures import Pictures
from bot.kernel.feature import DeclaredTwice, Feature, Features, merge
from bot.locale import Texts
from tests.galleries import GALLERY


def test_projections_run_in_order() -> None:
    app = bare_app(rules.GAMES)
    names = [
        f"{feature.name}: {getattr(projection, '__name__', '')}"
        for feature in app.features
        for projection in feature.projections
    ]
    assert names == [
        "kernel: project_messages",
        "overviews: project_overviews",
        "seats: project_seat_offers",
        "endings: project_endings",
        "following: project_followers",
        "ratings: project",
    ]


def test_reactions_run_in_order() -> None:
    app = bare_app(rules.GAMES)
    assert [feature.name for feature in app.features if feature.reactions] == ["following", "tournaments"]


def test_a_feature_name_is_unique() -> None:
    features = Features()
    features.add(Feature(name="letters"))
    with pytest.raises(DeclaredTwice, match="letters"):
        features.add(Feature(name="letters"))


def test_a_verb_has_one_handler() -> None:
    assert merge([{"move": 1}, {"board": 2}]) == {"move": 1, "board": 2}
    with pytest.raises(DeclaredTwice, match="move"):
        merge([{"move": 1}, {"move": 2}])


def test_features_are_in_order() -> None:
    names = [feature.name for feature in bare_app(rules.GAMES).features]
    assert names == [
        "kernel",
        "matches",
        "people",
        "engines",
        "servers",
        "boards",
        "moves",
        "challenges",
        "overviews",
        "seats",
        "endings",
        "following",
        "ratings",
        "offers",
        "tournaments",
        "records",
        "lessons",
        "puzzles",
        "reviews",
        "practice",
        "help",
        "letters",
        "privacy",
        "trial",
        "web",
    ]


class Anything:
    """A stand-in for Discord access; accepts any attribute."""

    def __getattr__(self, name: str) -> "Anything":
        return self


def test_each_feature_has_its_pages_and_messages() -> None:
    nothing: Any = None
    app = bare_app(rules.GAMES)
    context = AppContext(app.chat_services, nothing, rules.GAMES, Pictures(GALLERY), Texts.load())
    features = list(vars(app).values())
    pages = [feature for feature in features if hasattr(feature, "surface")]
    messages = [feature for feature in features if hasattr(feature, "messages")]
    assert len(app.surfaces(context.chat)) == len(pages) > 0
    access: Any = Anything()
    assert len(app.messages(context.chat, access)) == len(messages) > 0


def test_every_check_and_probe_of_a_feature_is_run() -> None:
    features = bare_app(rules.GAMES).features
    assert len(all_checks(rules.GAMES)) == sum(len(feature.checks) for feature in features) > 0
    assert len(all_probes(rules.GAMES, FeatureSettings())) == sum(len(feature.probes) for feature in features)
