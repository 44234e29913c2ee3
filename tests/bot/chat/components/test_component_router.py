"""Every press has one handler, whatever feature it belongs to."""

import importlib
import pkgutil
from collections import Counter

from bot.chat import components
from bot.chat.components.component_router import HANDLERS


def test_no_verb_is_handled_by_two_features_and_no_feature_is_forgotten() -> None:
    features = [
        importlib.import_module(module.name)
        for module in pkgutil.walk_packages(components.__path__, f"{components.__name__}.")
        if module.name.endswith("_buttons")
    ]
    verbs = Counter(verb for feature in features for verb in feature.HANDLERS)
    assert len(features) > 5
    assert set(verbs.values()) == {1}
    assert set(verbs) == set(HANDLERS)
