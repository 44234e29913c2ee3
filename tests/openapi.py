"""Check requests against Discord's own OpenAPI description, if the file is available."""

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import jsonschema
from jsonschema.exceptions import ValidationError
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from tests.schemas import Schemas

BESIDE_THE_REPOSITORY = Path(__file__).parents[2] / "shared" / "discord" / "openapi.json"
DOCUMENT = "urn:discord"
ELSEWHERE = frozenset({"/oauth2/token"})
"""Paths missing from the description: Discord documents them with OAuth2."""
PREFIX = "/api/v10"


def find() -> Path | None:
    """Return the description's path: FERNPARTIE_OPENAPI, or next to the repository; None if it is missing."""
    name = os.environ.get("FERNPARTIE_OPENAPI")
    path = Path(name) if name else BESIDE_THE_REPOSITORY
    return path if path.is_file() else None


@dataclass(frozen=True, slots=True)
class _Template:
    path: str
    pattern: "re.Pattern[str]"
    methods: dict[str, Any]


def _template(path: str, item: dict[str, Any]) -> _Template:
    steps = re.split(r"\{[^}]*\}", path)
    return _Template(path, re.compile("[^/]+".join(re.escape(step) for step in steps)), item)


@dataclass
class OpenApi:
    """The description, with one validator for each request body, created once.

    Validators are used only for bodies that do not fit: confirming that a body fits takes them twenty times
    as long.
    """

    document: dict[str, Any]
    _validators: "dict[str, jsonschema.Draft202012Validator]" = field(default_factory=dict)

    @classmethod
    def load(cls, path: Path | None = None) -> "OpenApi":
        """Read the description. Raises FileNotFoundError if it is missing."""
        path = path or find()
        if path is None:
            raise FileNotFoundError("no openapi.json: set FERNPARTIE_OPENAPI")
        document = json.loads(path.read_text(encoding="utf-8"))
        # discord.py sends some ids as numbers, which Discord accepts.
        document["components"]["schemas"]["SnowflakeType"] = {
            "anyOf": [
                {"type": "string", "pattern": "^(0|[1-9][0-9]*)$"},
                {"type": "integer", "minimum": 0},
            ]
        }
        return cls(document)

    @cached_property
    def _templates(self) -> list[_Template]:
        templates = [_template(path, item) for path, item in self.document["paths"].items()]
        # A path with a literal in a place precedes one with a parameter there.
        return sorted(
            templates, key=lambda template: [step.startswith("{") for step in template.path.split("/")]
        )

    @cached_property
    def _schemas(self) -> Schemas:
        return Schemas(self.document)

    @cached_property
    def _registry(self) -> "Registry[Any]":
        resource = DRAFT202012.create_resource(self.document)
        empty: Registry[Any] = Registry()
        filled: Registry[Any] = empty.with_resource(DOCUMENT, resource)
        return filled

    def problems(self, method: str, path: str, body: object, *, at_length: bool = False) -> list[str]:
        """Return the faults of a request, one line each; empty for a valid request.

        `path` may include /api/v10 and a query. `body` is the JSON, for multipart the JSON of payload_json.
        With `at_length` the validator also checks bodies that fit.
        """
        path = path.split("?", 1)[0].removeprefix(PREFIX)
        templates = [template for template in self._templates if template.pattern.fullmatch(path)]
        if not templates:
            return [] if path in ELSEWHERE else [f"{method} {path}: no such path"]
        template = next((item for item in templates if method.lower() in item.methods), None)
        if template is None:
            return [f"{method} {path}: no such method"]
        request = template.methods[method.lower()].get("requestBody")
        if request is None:
            return [] if body is None else [f"{method} {path}: takes no body"]
        if body is None:
            return [f"{method} {path}: needs a body"] if request.get("required") else []
        pointer = _pointer(template.path, method.lower(), request["content"])
        if not at_length and self._schemas.at(pointer)(body):
            return []
        return [f"{method} {path}: {line}" for line in _lines(self._validator(pointer), body)]

    def _validator(self, pointer: str) -> "jsonschema.Draft202012Validator":
        if pointer not in self._validators:
            schema = {"$ref": f"{DOCUMENT}#/{_quote(pointer)}"}
            self._validators[pointer] = jsonschema.Draft202012Validator(schema, registry=self._registry)
        return self._validators[pointer]


def _pointer(path: str, method: str, content: dict[str, Any]) -> str:
    kind = "application/json" if "application/json" in content else next(iter(content))
    steps = ("paths", path, method, "requestBody", "content", kind, "schema")
    return "/".join(step.replace("~", "~0").replace("/", "~1") for step in steps)


def _quote(pointer: str) -> str:
    return pointer.replace("{", "%7B").replace("}", "%7D").replace("@", "%40")


def _lines(validator: "jsonschema.Draft202012Validator", body: object) -> Iterator[str]:
    for error in validator.iter_errors(body):
        deepest = _nearest_error(error)
        yield f"{deepest.json_path}: {deepest.message[-200:]}"


def _nearest_error(error: ValidationError) -> ValidationError:
    """Follow a union into the intended branch: the one whose `type` fits, else the nearest miss."""
    if not error.context:
        return error
    branches: dict[object, list[ValidationError]] = {}
    for inner in error.context:
        branches.setdefault(inner.schema_path[0], []).append(inner)
    branch = min(branches.values(), key=lambda faults: (any(map(_other_kind, faults)), len(faults)))
    return _nearest_error(branch[0])


def _other_kind(fault: ValidationError) -> bool:
    return list(fault.path) in ([], ["type"]) and fault.validator in {"enum", "type"}
