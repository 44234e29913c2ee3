"""Every press has one handler, whatever feature it belongs to."""

import importlib
import pkgutil
from collections import Counter

from bot import features
from bot.chat import features as earlier_features
from tests.bot.chat.presses import handled


def test_no_verb_is_handled_by_two_features_and_no_feature_is_forgotten() -> None:
    modules = [
        importlib.import_module(module.name)
        for package in (features, earlier_features)
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    ]
    handlers = [module.HANDLERS for module in modules if hasattr(module, "HANDLERS")]
    verbs = Counter(verb for one in handlers for verb in one)
    assert len(handlers) > 5
    assert set(verbs.values()) == {1}
    assert set(verbs) == handled()
