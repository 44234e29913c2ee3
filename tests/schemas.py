"""JSON schemas compiled to functions that quickly decide whether a value fits, without naming a fault.

They support the keywords in Discord's description, and refuse schemas with others.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Final

Fits = Callable[[Any], bool]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _same(value: Any, other: Any) -> bool:
    return bool(value == other) and isinstance(value, bool) == isinstance(other, bool)


def _is_integer(value: Any) -> bool:
    return _is_number(value) and (isinstance(value, int) or value.is_integer())


ANNOTATIONS: Final = {"title", "description", "format", "contentEncoding", "x-discord-union"}
KINDS: Final[Mapping[str, Fits]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "number": _is_number,
    "integer": _is_integer,
}
LIMITS: Final[Mapping[str, tuple[Fits, Callable[[Any, Any], bool]]]] = {
    "minLength": (KINDS["string"], lambda value, limit: len(value) >= limit),
    "maxLength": (KINDS["string"], lambda value, limit: len(value) <= limit),
    "minItems": (KINDS["array"], lambda value, limit: len(value) >= limit),
    "maxItems": (KINDS["array"], lambda value, limit: len(value) <= limit),
    "minProperties": (KINDS["object"], lambda value, limit: len(value) >= limit),
    "maxProperties": (KINDS["object"], lambda value, limit: len(value) <= limit),
    "minimum": (KINDS["number"], lambda value, limit: value >= limit),
    "maximum": (KINDS["number"], lambda value, limit: value <= limit),
    "required": (KINDS["object"], lambda value, names: all(name in value for name in names)),
    "uniqueItems": (
        KINDS["array"],
        lambda value, required: not (required and any(a == b for a, b in combinations(value, 2))),
    ),
    "pattern": (KINDS["string"], lambda value, pattern: re.search(pattern, value) is not None),
}


@dataclass(frozen=True)
class Schemas:
    """The schemas of a document, each compiled to a function on first use."""

    document: dict[str, Any]
    _known: dict[str, Fits] = field(default_factory=dict)

    def at(self, pointer: str) -> Fits:
        """Return the function of the schema at a JSON pointer."""
        if pointer not in self._known:
            # A recursive schema finds this placeholder during compilation, which is then replaced.
            self._known[pointer] = lambda value: self._known[pointer](value)  # noqa: PLW0108  # looked up when it is called
            self._known[pointer] = self._make(self._schema(pointer))
        return self._known[pointer]

    def _make(self, schema: Any) -> Fits:
        if isinstance(schema, bool):
            return lambda _: schema
        # The cheapest first: most branches of a union are excluded by the type.
        keywords = (
            schema.keys() - ANNOTATIONS - ({"properties"} if "additionalProperties" in schema else set())
        )
        words = sorted(keywords, key=lambda word: (word not in {"const", "type"}, word))
        checks = [self._word(word, schema) for word in words]
        return checks[0] if len(checks) == 1 else lambda value: all(check(value) for check in checks)

    def _word(self, word: str, schema: Mapping[str, Any]) -> Fits:  # noqa: PLR0911  # a line for each word
        argument = schema[word]
        match word:
            case "$ref":
                return self.at(argument.removeprefix("#"))
            case "const" | "enum":
                allowed = [argument] if word == "const" else argument
                return lambda value: any(_same(value, choice) for choice in allowed)
            case "type":
                kinds = [KINDS[kind] for kind in ([argument] if isinstance(argument, str) else argument)]
                return lambda value: any(kind(value) for kind in kinds)
            case "properties" | "additionalProperties":
                return self._members(schema)
            case "allOf" | "anyOf" | "oneOf":
                return _join(word, [_Branch(self._make(branch), self._types(branch)) for branch in argument])
            case "items":
                each = self._make(argument)
                return lambda value: not isinstance(value, list) or all(map(each, value))
            case _:
                kind, holds = LIMITS[word]
                return lambda value: not kind(value) or holds(value, argument)

    def _types(self, branch: Any) -> frozenset[int] | None:
        """Return the numbers that a branch allows for the member `type`; None if it does not list them."""
        while isinstance(branch, dict) and "$ref" in branch:
            branch = self._schema(branch["$ref"].removeprefix("#"))
        allowed = branch.get("properties", {}).get("type", {}) if isinstance(branch, dict) else {}
        return frozenset(allowed["enum"]) if isinstance(allowed, dict) and "enum" in allowed else None

    def _schema(self, pointer: str) -> Any:
        schema: Any = self.document
        for step in pointer.strip("/").split("/"):
            schema = schema[step.replace("~1", "/").replace("~0", "~")]
        return schema

    def _members(self, schema: Mapping[str, Any]) -> Fits:
        # Check `type` first, whose number distinguishes the branches of a union.
        properties = sorted(schema.get("properties", {}).items(), key=lambda item: item[0] != "type")
        members = [(name, self._make(member)) for name, member in properties]
        names = {name for name, _ in members}
        other = self._make(schema.get("additionalProperties", True))

        def fits(value: Any) -> bool:
            if not isinstance(value, dict):
                return True
            return all(check(value[name]) for name, check in members if name in value) and all(
                other(member) for name, member in value.items() if name not in names
            )

        return fits


@dataclass(frozen=True, slots=True)
class _Branch:
    fits: Fits
    types: frozenset[int] | None

    def admits(self, value: Any) -> bool:
        return self.types is None or value in self.types


def _join(word: str, branches: list[_Branch]) -> Fits:
    if word == "allOf":
        return lambda value: all(branch.fits(value) for branch in branches)

    def branches_of(value: Any) -> list[_Branch]:
        # Most unions are of objects distinguished by a number, so only one branch need be tried.
        kind = value.get("type") if isinstance(value, dict) else None
        return [branch for branch in branches if branch.admits(kind)] if isinstance(kind, int) else branches

    if word == "anyOf":
        return lambda value: any(branch.fits(value) for branch in branches_of(value))
    return lambda value: sum(branch.fits(value) for branch in branches_of(value)) == 1
