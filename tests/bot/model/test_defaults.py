"""The defaults and limits of the model's values, which most callers rely on."""

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from datetime import timedelta
from types import ModuleType

from syrupy.assertion import SnapshotAssertion

from bot import model

pytest_plugins = ("tests.bot.chat.approved",)


def _modules() -> Iterator[ModuleType]:
    for info in sorted(
        pkgutil.walk_packages(model.__path__, f"{model.__name__}."), key=lambda info: info.name
    ):
        yield importlib.import_module(info.name)


def _defaults_in(module: ModuleType) -> Iterator[str]:
    for name, value in sorted(vars(module).items()):
        if isinstance(value, type) and is_dataclass(value) and value.__module__ == module.__name__:
            parts = [
                f"{field.name}={field.default!r}" for field in fields(value) if field.default is not MISSING
            ]
            yield from [f"{name}: {', '.join(parts)}"] if parts else []


def _limits_in(module: ModuleType) -> Iterator[str]:
    for name, value in sorted(vars(module).items()):
        if name.isupper() and not name.startswith("_") and isinstance(value, int | float | range | timedelta):
            yield f"{name}: {value}"


def test_defaults_match_the_approved_list(approved: SnapshotAssertion) -> None:
    assert "\n".join((*(line for module in _modules() for line in _defaults_in(module)), "")) == approved


def test_limits_match_the_approved_list(approved: SnapshotAssertion) -> None:
    lines = dict.fromkeys(line for module in _modules() for line in _limits_in(module))
    assert "\n".join((*lines, "")) == approved
