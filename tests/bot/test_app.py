"""The list of features."""

from typing import Any

import pytest

import rules
from bot.app import App
from bot.kernel.feature import DeclaredTwice, Feature, Features, merged
from bot.kernel.kernel import Kernel
from bot.play.ports import SecretChance, utc_now
from data.store import Store

_NOTHING: Any = None


def test_projections_run_in_their_order() -> None:
    app = App(Kernel(store=Store(_NOTHING), games=rules.GAMES, clock=utc_now, chance=SecretChance()))
    names = [
        f"{feature.name}: {getattr(projection, '__name__', '')}"
        for feature in app.features
        for projection in feature.projections
    ]
    assert names == [
        "kernel: project_messages",
        "overviews: project_overviews",
        "challenges: project_seat_offers",
        "endings: project_endings",
        "following: project_followers",
        "ratings: project",
    ]


def test_only_tournaments_react() -> None:
    app = App(Kernel(store=Store(_NOTHING), games=rules.GAMES, clock=utc_now, chance=SecretChance()))
    assert [feature.name for feature in app.features if feature.reactions] == ["tournaments"]


def test_a_name_is_taken_once() -> None:
    features = Features()
    features.add(Feature(name="letters"))
    with pytest.raises(DeclaredTwice, match="letters"):
        features.add(Feature(name="letters"))


def test_a_verb_has_one_handler() -> None:
    assert merged([{"move": 1}, {"board": 2}]) == {"move": 1, "board": 2}
    with pytest.raises(DeclaredTwice, match="move"):
        merged([{"move": 1}, {"move": 2}])
