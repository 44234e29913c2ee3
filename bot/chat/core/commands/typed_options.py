"""Parse and complete a game's options typed on one line: `board=tablut-9 series=single`.

Keys and values are recognized by id, and by name in every language. A value that belongs to a single option
needs no key.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.chat.core.messages.message_budget import ELLIPSIS
from bot.model.refusal import Refusal

MOST: Final = 25
LONGEST: Final = 100
"""Discord's limits: the number of suggestions, and the length of each."""
_ASSIGNS: Final = re.compile(r"[=:]")
_PARTS: Final = re.compile(r"[,;]")
_GAPS: Final = re.compile(r"[\s_\-\N{EN DASH}]+")
_AROUND: Final = " \t\n,;"
_BESIDE: Final = " · "
"""The separator of suggested options."""


@dataclass(frozen=True, slots=True)
class NamedOptions:
    """An id with its label and all accepted spellings."""

    id: str
    shown: str
    names: frozenset[str]

    @classmethod
    def of(cls, key: str, shown: str, *names: str) -> "NamedOptions":
        """Return an id with its names. The id itself is accepted, too."""
        return cls(key, shown, frozenset(map(_flat, (key, shown, *names))))

    def with_aliases(self, names: Iterable[str]) -> "NamedOptions":
        """Return a copy with more names."""
        return replace(self, names=self.names | frozenset(map(_flat, names)))

    def is_called(self, typed: str) -> bool:
        """Return whether the typed text names this option."""
        return _flat(typed) in self.names


@dataclass(frozen=True, slots=True)
class TypedOption:
    """An option that can be typed: its key and its values. An open-ended option accepts other values, too."""

    key: NamedOptions
    values: tuple[NamedOptions, ...]
    open_ended: bool = False

    def value(self, typed: str) -> str:
        """Return the id of the typed value. Raises Refusal: "unknown-choice"."""
        option = self._option_of(typed)
        if option is not None:
            return option.id
        if self.open_ended:
            return typed.strip()
        allowed = ", ".join(value.shown for value in self.values)
        raise Refusal("unknown-choice", option=self.key.shown, value=typed.strip(), allowed=allowed)

    def has(self, typed: str) -> bool:
        """Return whether the typed text is a listed value."""
        return self._option_of(typed) is not None

    def _option_of(self, typed: str) -> NamedOptions | None:
        return next((value for value in self.values if value.is_called(typed)), None)


def read_options(typed: str, options: Sequence[TypedOption]) -> dict[str, str]:
    """Return the typed values by key.

    Raises Refusal: "unknown-choice", "unknown-option", "option-unclear" for a value of several options,
    "option-twice".
    """
    bare, pairs = list[str](), list[tuple[TypedOption, str]]()
    for part in typed.split(_BESIDE):
        suggested = _suggestion(part, options)
        more, keyed = ([], [suggested]) if suggested is not None else _split(part, options)
        bare += more
        pairs += keyed
    read: dict[str, str] = {}
    for option, text in (*((_single_option(text, options), text) for text in bare), *pairs):
        if option.key.id in read:
            raise Refusal("option-twice", option=option.key.shown)
        read[option.key.id] = option.value(text)
    return read


def complete(typed: str, options: Sequence[TypedOption]) -> list[tuple[str, str]]:
    """Return the completions of a typed text, each as its label and the whole line."""
    values, wanted, partial = _so_far(typed, options)
    rest = [option for option in options if option.key.id not in values] if wanted is None else [wanted]
    by_key = {option.key.id: option for option in options}
    before = [(by_key[key], _value(by_key[key], value)) for key, value in values.items()]
    suggestions = [_line(before)] if values and not partial else []
    suggestions += [
        _line([*before, (option, value)])
        for option in rest
        for value in option.values
        if _fits(option, value, partial, keyed=wanted is not None)
    ]
    return [(name, line) for name, line in suggestions if len(line) <= LONGEST][:MOST]


def _suggestion(part: str, options: Sequence[TypedOption]) -> tuple[TypedOption, str] | None:
    """Return the suggested option and value in a part of a line, if any.

    Some clients send a suggestion's label instead of its value, and long labels are truncated.
    """
    pairs = {
        _flat(_line([(option, value)])[0]): (option, value.id)
        for option in options
        for value in option.values
    }
    flat = _flat(part)
    prefix = flat.removesuffix(ELLIPSIS)
    values = [value for name, value in pairs.items() if prefix != flat and name.startswith(prefix)]
    return pairs.get(flat) or (values[0] if len(values) == 1 else None)


def _line(pairs: Sequence[tuple[TypedOption, NamedOptions]]) -> tuple[str, str]:
    name = _BESIDE.join(f"{option.key.shown}: {value.shown}" for option, value in pairs)
    return name, " ".join(f"{option.key.id}={value.id}" for option, value in pairs)


def _value(option: TypedOption, value: str) -> NamedOptions:
    return next(
        (candidate for candidate in option.values if candidate.id == value), NamedOptions.of(value, value)
    )


def _fits(option: TypedOption, value: NamedOptions, partial: str, *, keyed: bool) -> bool:
    """Return whether the typed part occurs in a name of the value, or of its key."""
    flat = _flat(partial)
    names = value.names if keyed else value.names | option.key.names
    return any(flat in name for name in names)


def _so_far(typed: str, options: Sequence[TypedOption]) -> tuple[Mapping[str, str], TypedOption | None, str]:
    """Return the complete values, the option whose value is incomplete, and other incomplete text."""
    try:
        bare, pairs = _split(typed, options)
    except Refusal:
        return {}, None, typed
    values: dict[str, str] = {}
    key, partial = None, ""
    for text in bare:
        candidates = [option for option in options if option.has(text)]
        if len(candidates) == 1:
            values[candidates[0].key.id] = candidates[0].value(text)
        else:
            partial = text
    for option, text in pairs:
        if option.has(text):
            values[option.key.id] = option.value(text)
        else:
            key, partial = option, text
    return values, key, partial


def _split(typed: str, options: Sequence[TypedOption]) -> tuple[list[str], list[tuple[TypedOption, str]]]:
    """Return the texts without a key, and the pairs of option and text. Raises Refusal: "unknown-option"."""
    segments = _ASSIGNS.split(typed)
    if len(segments) == 1:
        return list(_bare(segments[0])), []
    before, option = _ends_with_key(segments[0], options)
    bare, pairs = [*_bare(before)], list[tuple[TypedOption, str]]()
    for segment in segments[1:-1]:
        text, following = _ends_with_key(segment, options)
        value, more = _cut(text, option)
        bare += more
        pairs.append((option, value))
        option = following
    value, more = _cut(segments[-1], option)
    return [*bare, *more], [*pairs, (option, value)]


def _cut(text: str, option: TypedOption) -> tuple[str, list[str]]:
    """Return the value at the start of a text, and the keyless values after it."""
    words = text.split()
    for end in range(len(words), 0, -1):
        value = " ".join(words[:end]).strip(_AROUND)
        if option.has(value):
            return value, list(_bare(" ".join(words[end:])))
    first, *more = list(_bare(text)) or [""]
    return first, more


def _bare(text: str) -> Iterator[str]:
    yield from (part for part in (piece.strip(_AROUND) for piece in _PARTS.split(text)) if part)


def _ends_with_key(segment: str, options: Sequence[TypedOption]) -> tuple[str, TypedOption]:
    """Return the text before the key at the end of a segment, and the key's option."""
    positions: list[tuple[int, str, TypedOption]] = []
    for option in options:
        for name in option.key.names:
            spelt = _GAPS.pattern.join(map(re.escape, name.split()))
            match = re.search(rf"(?:^|[\s,;])({spelt})\s*$", segment, re.IGNORECASE)
            if match is not None:
                positions.append((match.start(1), segment[: match.start(1)], option))
    if not positions:
        words = segment.split()
        allowed = ", ".join(option.key.shown for option in options)
        raise Refusal("unknown-option", option=words[-1] if words else "", allowed=allowed)
    _, before, option = min(positions, key=lambda entry: entry[0])
    return before, option


def _single_option(text: str, options: Sequence[TypedOption]) -> TypedOption:
    """Return the only option with a value. Raises Refusal: "option-unclear", "unknown-option"."""
    candidates = [option for option in options if option.has(text)]
    if len(candidates) == 1:
        return candidates[0]
    if candidates:
        several = ", ".join(f"{option.key.shown}={text}" for option in candidates)
        raise Refusal("option-unclear", value=text, options=several)
    allowed = ", ".join(option.key.shown for option in options)
    raise Refusal("unknown-option", option=text, allowed=allowed)


def _flat(text: str) -> str:
    return _GAPS.sub(" ", text).strip().casefold()
