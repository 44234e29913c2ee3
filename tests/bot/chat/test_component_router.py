"""Handlers of presses: exactly one for each verb."""

import importlib
import pkgutil
from collections import Counter

from bot import features
from tests.bot.chat.presses import handled_verbs


def test_no_verb_is_handled_by_two_features_and_no_feature_is_forgotten() -> None:
    modules = [
        importlib.import_module(module.name)
        for module in pkgutil.walk_packages(features.__path__, f"{features.__name__}.")
    ]
    handlers = [module.HANDLERS for module in modules if hasattr(module, "HANDLERS")]
    verbs = Counter(verb for verbs in handlers for verb in verbs)
    assert len(handlers) > 5
    assert set(verbs.values()) == {1}
    assert set(verbs) == handled_verbs()
