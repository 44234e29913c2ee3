"""Read and complete a game's options as people type them in one line: `board=tablut-9 series=single`.

Keys and values are known by their ids and by their names in every language; a value that only one option has
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
"""How many suggestions Discord takes, and how long each may be."""
_ASSIGNS: Final = re.compile(r"[=:]")
_PARTS: Final = re.compile(r"[,;]")
_GAPS: Final = re.compile(r"[\s_\-\N{EN DASH}]+")
_AROUND: Final = " \t\n,;"
_BESIDE: Final = " · "
"""What stands between options where they are suggested."""


@dataclass(frozen=True, slots=True)
class NamedOptions:
    """An id with what it is called where it is shown, and everything it may be called when typed."""

    id: str
    shown: str
    names: frozenset[str]

    @classmethod
    def of(cls, key: str, shown: str, *names: str) -> "NamedOptions":
        """Return an id with its names; it can be typed itself, too."""
        return cls(key, shown, frozenset(map(_flat, (key, shown, *names))))

    def also_called(self, names: Iterable[str]) -> "NamedOptions":
        """Return the same with further names."""
        return replace(self, names=self.names | frozenset(map(_flat, names)))

    def is_called(self, typed: str) -> bool:
        """Return whether this is what was typed."""
        return _flat(typed) in self.names


@dataclass(frozen=True, slots=True)
class TypedOption:
    """An option that can be typed: its key and its values. An open-ended one takes others besides."""

    key: NamedOptions
    values: tuple[NamedOptions, ...]
    open_ended: bool = False

    def value(self, typed: str) -> str:
        """Return the value that was typed. Raises Refusal: "unknown-choice"."""
        found = self._called(typed)
        if found is not None:
            return found.id
        if self.open_ended:
            return typed.strip()
        allowed = ", ".join(value.shown for value in self.values)
        raise Refusal("unknown-choice", option=self.key.shown, value=typed.strip(), allowed=allowed)

    def has(self, typed: str) -> bool:
        """Return whether a listed value was typed."""
        return self._called(typed) is not None

    def _called(self, typed: str) -> NamedOptions | None:
        return next((value for value in self.values if value.is_called(typed)), None)


def read_options(typed: str, options: Sequence[TypedOption]) -> dict[str, str]:
    """Return the values that were typed, by key.

    Raises Refusal: "unknown-choice", "unknown-option", "option-unclear" for a value that several have,
    "option-twice".
    """
    bare, pairs = list[str](), list[tuple[TypedOption, str]]()
    for part in typed.split(_BESIDE):
        suggested = _suggested(part, options)
        more, keyed = ([], [suggested]) if suggested is not None else _split(part, options)
        bare += more
        pairs += keyed
    read: dict[str, str] = {}
    for option, text in (*((_only_one(text, options), text) for text in bare), *pairs):
        if option.key.id in read:
            raise Refusal("option-twice", option=option.key.shown)
        read[option.key.id] = option.value(text)
    return read


def complete(typed: str, options: Sequence[TypedOption]) -> list[tuple[str, str]]:
    """Return how what is typed so far can go on: what each way is called, and the whole line."""
    chosen, wanted, partial = _so_far(typed, options)
    left = [one for one in options if one.key.id not in chosen] if wanted is None else [wanted]
    by_key = {option.key.id: option for option in options}
    before = [(by_key[key], _value(by_key[key], value)) for key, value in chosen.items()]
    found = [_line(before)] if chosen and not partial else []
    found += [
        _line([*before, (option, value)])
        for option in left
        for value in option.values
        if _fits(option, value, partial, keyed=wanted is not None)
    ]
    return [(name, line) for name, line in found if len(line) <= LONGEST][:MOST]


def _suggested(part: str, options: Sequence[TypedOption]) -> tuple[TypedOption, str] | None:
    """Return the option and the value that are suggested as a part of a line, None where none are.

    Some clients send what a suggestion is called for what it stands for, and a long name is cut.
    """
    called = {
        _flat(_line([(option, value)])[0]): (option, value.id)
        for option in options
        for value in option.values
    }
    flat = _flat(part)
    begun = flat.removesuffix(ELLIPSIS)
    meant = [one for name, one in called.items() if begun != flat and name.startswith(begun)]
    return called.get(flat) or (meant[0] if len(meant) == 1 else None)


def _line(pairs: Sequence[tuple[TypedOption, NamedOptions]]) -> tuple[str, str]:
    name = _BESIDE.join(f"{option.key.shown}: {value.shown}" for option, value in pairs)
    return name, " ".join(f"{option.key.id}={value.id}" for option, value in pairs)


def _value(option: TypedOption, value: str) -> NamedOptions:
    return next((one for one in option.values if one.id == value), NamedOptions.of(value, value))


def _fits(option: TypedOption, value: NamedOptions, partial: str, *, keyed: bool) -> bool:
    """Return whether a value goes on from what is typed of it, or of its key."""
    flat = _flat(partial)
    called = value.names if keyed else value.names | option.key.names
    return any(flat in name for name in called)


def _so_far(typed: str, options: Sequence[TypedOption]) -> tuple[Mapping[str, str], TypedOption | None, str]:
    """Return the values that are typed in full, the option whose value is begun, and what else is begun."""
    try:
        bare, pairs = _split(typed, options)
    except Refusal:
        return {}, None, typed
    chosen: dict[str, str] = {}
    wanted, partial = None, ""
    for text in bare:
        meant = [option for option in options if option.has(text)]
        if len(meant) == 1:
            chosen[meant[0].key.id] = meant[0].value(text)
        else:
            partial = text
    for option, text in pairs:
        if option.has(text):
            chosen[option.key.id] = option.value(text)
        else:
            wanted, partial = option, text
    return chosen, wanted, partial


def _split(typed: str, options: Sequence[TypedOption]) -> tuple[list[str], list[tuple[TypedOption, str]]]:
    """Return the texts that stand without a key, and those with one. Raises Refusal: "unknown-option"."""
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
    """Return the value that a text begins with, and the values without a key behind it."""
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
    """Return what stands before the key at the end of a segment, and the option it names."""
    found: list[tuple[int, str, TypedOption]] = []
    for option in options:
        for name in option.key.names:
            spelt = _GAPS.pattern.join(map(re.escape, name.split()))
            match = re.search(rf"(?:^|[\s,;])({spelt})\s*$", segment, re.IGNORECASE)
            if match is not None:
                found.append((match.start(1), segment[: match.start(1)], option))
    if not found:
        words = segment.split()
        allowed = ", ".join(option.key.shown for option in options)
        raise Refusal("unknown-option", option=words[-1] if words else "", allowed=allowed)
    _, before, option = min(found, key=lambda one: one[0])
    return before, option


def _only_one(text: str, options: Sequence[TypedOption]) -> TypedOption:
    """Return the only option that has a value. Raises Refusal."""
    meant = [option for option in options if option.has(text)]
    if len(meant) == 1:
        return meant[0]
    if meant:
        several = ", ".join(f"{option.key.shown}={text}" for option in meant)
        raise Refusal("option-unclear", value=text, options=several)
    allowed = ", ".join(option.key.shown for option in options)
    raise Refusal("unknown-option", option=text, allowed=allowed)


def _flat(text: str) -> str:
    return _GAPS.sub(" ", text).strip().casefold()
