"""Every press has one handler, whatever feature it belongs to."""

import importlib
import pkgutil
from collections import Counter

from bot.chat import features
from bot.chat.component_router import HANDLERS


def test_no_verb_is_handled_by_two_features_and_no_feature_is_forgotten() -> None:
    handlers = [
        importlib.import_module(module.name)
        for module in pkgutil.walk_packages(features.__path__, f"{features.__name__}.")
        if module.name.endswith("_buttons")
    ]
    verbs = Counter(verb for module in handlers for verb in module.HANDLERS)
    assert len(handlers) > 5
    assert set(verbs.values()) == {1}
    assert set(verbs) == set(HANDLERS)
