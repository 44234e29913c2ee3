"""Limits of a modal's parts: each is accepted at its limit and refused one above."""

from typing import Any

import pytest

from playground.interactions.components import check_modal
from playground.limits.forms import Form
from playground.values.errors import ApiError
from playground.values.snowflakes import Snowflakes
from playground.world.seed import the_bot
from playground.world.world import World
from tests.playground.raw import fault_codes

Json = dict[str, Any]


class Noon:
    """A clock stopped at a fixed time."""

    def now(self) -> float:
        return 1_800_000_000.0


WORLD = World(clock=Noon(), snowflakes=Snowflakes(Noon()), bot=the_bot())


def faults(*parts: Json) -> dict[str, str]:
    """Return the error codes of a form by their paths below `components`."""
    form = Form()
    check_modal(form, {"title": "t", "custom_id": "c", "components": list(parts)}, WORLD)
    try:
        form.raise_errors()
    except ApiError as refused:
        return fault_codes((refused.errors or {})["components"])
    return {}


def label(kind: int = 4, **field: object) -> Json:
    usual: Json = {"custom_id": "f", "type": kind} | ({"style": 1} if kind == 4 else {})
    return {"type": 18, "label": "L", "component": usual | field}


def options(number: int) -> list[Json]:
    return [{"label": f"{n}", "value": f"{n}"} for n in range(number)]


@pytest.mark.parametrize(
    "part",
    [
        label(label="x" * 45, placeholder="x" * 100, min_length=0, max_length=4000, style=2),
        label(value="x" * 4000),
        label(min_length=4000),
        label(min_length=2, max_length=2, value="xx"),
        label() | {"label": "x" * 45, "description": "x" * 100},
        label(3, options=options(2), min_values=0, required=False),
        *(label(kind) for kind in (5, 6, 7, 8, 19, 23)),
        label(21, options=options(2)),
        label(21, options=options(10)),
        label(22, options=options(1)),
        label(22, options=options(10)),
        {"type": 1, "components": [{"type": 4, "custom_id": "f", "style": 1, "label": "L"}]},
        {"type": 10, "content": "x" * 4000},
    ],
)
def test_modal_parts_within_the_limits_are_accepted(part: Json) -> None:
    assert faults(part) == {}


FIELD = "0.component"
LONG, WRONG, CHOICE = "BASE_TYPE_MAX_LENGTH", "BASE_TYPE_BAD_LENGTH", "BASE_TYPE_CHOICES"
RANGE, MISSING = "NUMBER_TYPE_RANGE", "BASE_TYPE_REQUIRED"


@pytest.mark.parametrize(
    ("part", "path", "code"),
    [
        (label(label="x" * 46), f"{FIELD}.label", WRONG),
        (label(placeholder="x" * 101), f"{FIELD}.placeholder", LONG),
        (label(min_length=-1), f"{FIELD}.min_length", RANGE),
        (label(min_length=4001), f"{FIELD}.min_length", RANGE),
        (label(max_length=0), f"{FIELD}.max_length", RANGE),
        (label(max_length=4001), f"{FIELD}.max_length", RANGE),
        (label(value="x" * 4001), f"{FIELD}.value", LONG),
        (label(max_length=2, value="xxx"), f"{FIELD}.value", LONG),
        (label(min_length=2, value="x"), f"{FIELD}.value", "BASE_TYPE_MIN_LENGTH"),
        (label(style=0), f"{FIELD}.style", CHOICE),
        (label(style=3), f"{FIELD}.style", CHOICE),
        (label(custom_id=""), f"{FIELD}.custom_id", MISSING),
        (label() | {"label": "x" * 46}, "0.label", WRONG),
        (label() | {"description": "x" * 101}, "0.description", LONG),
        (label() | {"component": None}, FIELD, MISSING),
        (label(2, style=1, label="x"), f"{FIELD}.type", CHOICE),
        (label(5, disabled=True), f"{FIELD}.disabled", "COMPONENT_DISABLED_IN_MODAL"),
        (label(5, min_values=0), f"{FIELD}.min_values", "NUMBER_TYPE_MIN"),
        (label(5, min_values=0, required=True), f"{FIELD}.min_values", "NUMBER_TYPE_MIN"),
        *((label(kind, custom_id="x" * 101), f"{FIELD}.custom_id", WRONG) for kind in (5, 19, 23)),
        (label(21, options=options(1)), f"{FIELD}.options", WRONG),
        (label(21, options=options(11)), f"{FIELD}.options", WRONG),
        (label(22, options=options(0)), f"{FIELD}.options", WRONG),
        (label(22, options=options(11)), f"{FIELD}.options", WRONG),
        (label(22, options=options(1), custom_id="x" * 101), f"{FIELD}.custom_id", WRONG),
        (
            {"type": 1, "components": [{"type": 2, "style": 1, "label": "L", "custom_id": "b"}]},
            "0.components.0.type",
            CHOICE,
        ),
        ({"type": 9, "components": []}, "0.type", CHOICE),
    ],
)
def test_modal_parts_over_a_limit_are_rejected(part: Json, path: str, code: str) -> None:
    assert faults(part) == {path: code}


def test_two_fields_need_two_custom_ids() -> None:
    assert faults(label(), label(custom_id="g")) == {}
    assert faults(label(), label(5)) == {"1.component.custom_id": "COMPONENT_CUSTOM_ID_DUPLICATED"}
