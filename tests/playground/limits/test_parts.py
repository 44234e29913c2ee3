"""Stored components: known fields, numbers and defaults."""

import json
from typing import Any

from syrupy.assertion import SnapshotAssertion

from playground.limits.parts import FIELDS, walk, with_ids

EMOJI = {"id": 7, "name": "die"}
OWN: dict[int, dict[str, Any]] = {
    3: {"options": [{"label": "a", "value": "a", "emoji": EMOJI}, {"label": "b", "value": "b"}]},
    21: {"options": [{"label": "a", "value": "a", "emoji": EMOJI}]},
    2: {"emoji": EMOJI},
    17: {"components": [{"type": 10, "content": "in a container"}]},
    9: {"components": [{"type": 10, "content": "x"}], "accessory": {"type": 2, "label": "press"}},
    18: {"component": {"type": 4, "custom_id": "t"}},
    1: {"components": [{"type": 2, "custom_id": "in a row"}]},
}
EVERY_FIELD = sorted(
    {field for fields in FIELDS.values() for field in fields}
    - {"components", "component", "accessory", "emoji", "options"}
)


def test_parts_keep_only_the_fields_of_their_kind(snapshot: SnapshotAssertion) -> None:
    parts = [{"type": kind} | dict.fromkeys(EVERY_FIELD, 1) | OWN.get(int(kind), {}) for kind in FIELDS]
    shown = [json.dumps(part, sort_keys=True) for part in with_ids(parts)]
    assert "\n".join(shown) == snapshot


def test_bare_parts_get_their_defaults(snapshot: SnapshotAssertion) -> None:
    parts = [{"type": kind, "unknown": 1} | OWN.get(int(kind), {}) for kind in FIELDS]
    shown = [json.dumps(part, sort_keys=True) for part in with_ids(parts)]
    assert "\n".join(shown) == snapshot


def test_each_part_has_a_unique_id() -> None:
    button = {"type": 2, "label": "press"}
    text = {"type": 10, "content": "x"}
    parts = [
        {"type": 1, "components": [button, button | {"id": 1}]},
        {"type": 9, "components": [text, text | {"id": 3}], "accessory": button | {"id": 2}},
        {"type": 17, "id": 4, "components": [text]},
        {"type": 18, "component": {"type": 4, "custom_id": "t"}},
    ]
    stored = tuple(walk(with_ids(parts)))
    assert [part["id"] for part in stored] == [5, 6, 1, 7, 8, 3, 2, 4, 9, 10, 11]
