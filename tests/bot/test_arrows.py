"""Imports between features: only services and domains of earlier features."""

from collections.abc import Mapping, Sequence
from typing import Final

import grimp
import pytest

import rules
from bot.app import bare_app

HOME: Final = "bot.features."
MAX_OTHERS: Final = 5


@pytest.fixture(scope="module")
def order() -> Mapping[str, int]:
    app = bare_app(rules.GAMES)
    return {feature.name: number for number, feature in enumerate(app.features)}


@pytest.fixture(scope="module")
def arrows() -> Sequence[tuple[str, str]]:
    """Imports between features: importing and imported module."""
    graph = grimp.build_graph("bot")
    return [
        (module, imported)
        for module in sorted(graph.modules)
        for imported in sorted(graph.find_modules_directly_imported_by(module))
        if feature_of(module) and feature_of(imported) and feature_of(module) != feature_of(imported)
    ]


def feature_of(module: str) -> str:
    return module.removeprefix(HOME).partition(".")[0] if module.startswith(HOME) else ""


def is_face(module: str) -> bool:
    """Return whether other features may import a module of a feature."""
    part = module.removeprefix(HOME).split(".")[1:2]
    return part in (["service"], ["domain"])


def test_features_import_only_earlier_features(
    order: Mapping[str, int], arrows: Sequence[tuple[str, str]]
) -> None:
    backwards = [
        f"{module} -> {imported}"
        for module, imported in arrows
        if order[feature_of(imported)] > order[feature_of(module)]
    ]
    assert not backwards, "\n".join(["a feature speaks to later ones by an event or a port:", *backwards])


def test_features_import_only_services_and_domains_of_others(arrows: Sequence[tuple[str, str]]) -> None:
    others = [f"{module} -> {imported}" for module, imported in arrows if not is_face(imported)]
    assert arrows
    advice = "of another feature only `service` and `domain` may be imported"
    assert not others, "\n".join([f"{advice}; use an event, a port, a slot, or bot/chat/parts:", *others])


def test_a_module_imports_at_most_five_other_features(arrows: Sequence[tuple[str, str]]) -> None:
    others: dict[str, set[str]] = {}
    for module, imported in arrows:
        others.setdefault(module, set()).add(feature_of(imported))
    assert {module: features for module, features in others.items() if len(features) > MAX_OTHERS} == {}
