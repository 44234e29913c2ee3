"""Every press has one handler, whatever feature it belongs to."""

import importlib
import pkgutil
import re
from collections import Counter
from pathlib import Path

from bot.chat import features
from tests.bot.chat.presses import handled


def test_no_verb_is_handled_by_two_features_and_no_feature_is_forgotten() -> None:
    modules = [
        importlib.import_module(module.name)
        for module in pkgutil.walk_packages(features.__path__, f"{features.__name__}.")
    ]
    handlers = [module.HANDLERS for module in modules if hasattr(module, "HANDLERS")]
    verbs = Counter(verb for one in handlers for verb in one)
    assert len(handlers) > 5
    assert set(verbs.values()) == {1}
    assert set(verbs) == handled()


def test_every_module_with_handlers_is_imported_by_a_test() -> None:
    said = "\n".join(file.read_text(encoding="utf-8") for file in Path("tests/bot/chat").rglob("test_*.py"))
    for module in pkgutil.walk_packages(features.__path__, f"{features.__name__}."):
        if hasattr(importlib.import_module(module.name), "HANDLERS"):
            package, _, name = module.name.rpartition(".")
            written = rf"from {package} import [^\n]*\b{name}\b|from {package}\.{name} import "
            assert re.search(written, said), module.name
