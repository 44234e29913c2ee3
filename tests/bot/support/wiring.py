"""A feature's wiring as text: its handlers of events, messages, timers, presses and commands."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache, partial
from operator import itemgetter
from typing import TYPE_CHECKING, Final

import sqlalchemy as sa

import rules
from bot.app import bare_app, bare_surfaces
from bot.chat.surface import Surface
from bot.kernel.feature import Feature
from bot.locale import Texts

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_STEP: Final = "  "


def wiring(name: str) -> str:
    """Return all contributions of a feature to the kernel and to the chat, by field."""
    parts = [part for part in _declarations() if part.name == name]
    return "\n".join(line for part in parts for line in _lines(part))


@cache
def _declarations() -> Sequence[Feature | Surface]:
    return (*bare_app(rules.GAMES).features, *bare_surfaces(rules.GAMES, Texts.load()))


def _lines(value: object) -> Iterator[str]:
    """Yield a value's lines; fields, entries and items that need several are indented."""
    if is_dataclass(value) and not isinstance(value, type):
        non_defaults = _non_defaults(value)
        if all(_is_word(content) for content in non_defaults.values()):
            words = ", ".join(f"{key} {_word(content)}" for key, content in non_defaults.items())
            yield f"{type(value).__name__}({words})"
            return
        yield type(value).__name__
        for key, content in non_defaults.items():
            yield from _entry(key, content)
    elif isinstance(value, Mapping):
        yield ""
        for key, content in sorted(
            ((_word(key), content) for key, content in value.items()), key=itemgetter(0)
        ):
            yield from _entry(key, content)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        if all(_is_word(content) for content in value):
            yield ", ".join(map(_word, value))
        else:
            yield ""
            for content in value:
                yield from _entry("-", content)
    else:
        yield _word(value)


def _non_defaults(value: "DataclassInstance") -> Mapping[str, object]:
    """Return the fields that differ from their defaults."""
    non_defaults = {}
    for field in fields(value):
        content = getattr(value, field.name)
        default = field.default_factory() if field.default_factory is not MISSING else field.default
        if content != default:
            non_defaults[field.name] = content
    return non_defaults


def _entry(name: str, value: object) -> Iterator[str]:
    first, *others = _lines(value)
    yield f"{_STEP}{name}: {first}".rstrip()
    yield from (f"{_STEP}{line}" for line in others)


def _is_word(value: object) -> bool:
    if is_dataclass(value) and not isinstance(value, type):
        return False
    return isinstance(value, str) or not isinstance(value, Mapping | Sequence)


def _word(value: object) -> str:
    if isinstance(value, partial):
        arguments = (*value.args, *value.keywords.values())
        return (
            f"{_word(value.func)}({', '.join(_word(content) for content in arguments if _is_word(content))})"
        )
    if isinstance(value, AbstractSet):
        return ", ".join(sorted(map(_word, value)))
    if isinstance(value, str | int | float | bytes | None) and not isinstance(value, Enum):
        return repr(value)
    name = value.name if isinstance(value, sa.Table | Enum) else getattr(value, "__qualname__", "")
    return name.replace("<locals>.", "") or type(value).__name__
