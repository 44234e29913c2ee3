"""Presses, choices and submitted modals: a client's checks before sending."""

from typing import Any

import pytest

from playground.limits.component_input import check_component, check_modal_input, named_people
from playground.limits.forms import Form
from playground.limits.parts import with_ids
from playground.values.errors import ApiError, ClientError

BUTTON = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
OFF = BUTTON | {"custom_id": "off", "disabled": True}
MENU = {
    "type": 3,
    "custom_id": "menu",
    "min_values": 1,
    "max_values": 2,
    "options": [{"label": value, "value": value} for value in "abc"],
}
SHOWN = with_ids([{"type": 1, "components": [BUTTON, OFF]}, {"type": 1, "components": [MENU]}])


def test_components_get_ids_and_defaults() -> None:
    row, other = SHOWN
    assert [row["id"], *(button["id"] for button in row["components"]), other["id"]] == [1, 2, 3, 4]
    (menu,) = with_ids([{"type": 5, "custom_id": "people", "unknown": 1, "id": 7}])
    assert menu == {"type": 5, "id": 7, "custom_id": "people", "min_values": 1, "max_values": 1}
    (first, second) = with_ids([{"type": 10, "content": "x"}, {"type": 10, "content": "y", "id": 1}])
    assert (first["id"], second["id"]) == (2, 1)
    emoji = with_ids([BUTTON | {"emoji": {"id": 5, "name": "x"}}])[0]["emoji"]
    assert emoji == {"id": "5", "name": "x"}


def test_a_press_names_its_component() -> None:
    assert check_component(SHOWN, {"custom_id": "go"}, forged=False) == {
        "component_type": 2,
        "custom_id": "go",
        "id": 2,
    }
    chosen = check_component(SHOWN, {"custom_id": "menu", "values": ["b", "a"]}, forged=False)
    assert chosen["values"] == ["b", "a"]
    forged = check_component(SHOWN, {"custom_id": "none", "component_type": 3, "values": ["z"]}, forged=True)
    assert (forged["component_type"], forged["values"]) == (3, ["z"])
    assert check_component(SHOWN, {"custom_id": "off"}, forged=True)["custom_id"] == "off"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({}, "custom_id is missing"),
        ({"custom_id": "none"}, "no such component"),
        ({"custom_id": "off"}, "disabled"),
        ({"custom_id": "menu"}, "values are missing"),
        ({"custom_id": "menu", "values": []}, "choose 1 to 2"),
        ({"custom_id": "menu", "values": ["a", "a"]}, "choose 1 to 2"),
        ({"custom_id": "menu", "values": ["a", "b", "c"]}, "choose 1 to 2"),
        ({"custom_id": "menu", "values": ["z"]}, "not one of the options"),
    ],
)
def test_an_impossible_press_is_refused(data: dict[str, Any], said: str) -> None:
    with pytest.raises(ClientError, match=said):
        check_component(SHOWN, data, forged=False)


REMARK = {"type": 4, "custom_id": "remark", "min_length": 3, "required": False}
SIDE = {"type": 21, "custom_id": "side", "options": [{"value": "red"}, {"value": "blue"}]}
SOME = {"type": 22, "custom_id": "some", "required": False, "options": [{"value": "p"}, {"value": "q"}]}
FORM = {
    "custom_id": "form",
    "components": with_ids(
        [
            {
                "type": 18,
                "label": "Move",
                "component": {"type": 4, "custom_id": "move", "min_length": 2, "max_length": 4},
            },
            {"type": 18, "label": "Who", "component": {"type": 5, "custom_id": "who", "required": False}},
            {"type": 18, "label": "Sure", "component": {"type": 23, "custom_id": "sure"}},
            {"type": 18, "label": "Remark", "component": REMARK},
            {"type": 18, "label": "Some", "component": SOME},
            {"type": 18, "label": "Side", "component": SIDE},
        ]
    ),
}


def form_data(
    *,
    move: Any = "a1",
    who: Any = ("5",),
    remark: str = "",
    some: Any = (),
    side: str | None = "red",
    **more: Any,
) -> dict[str, Any]:
    parts = [
        {"type": 18, "component": {"type": 4, "custom_id": "move", "value": move}},
        {"type": 18, "component": {"type": 5, "custom_id": "who", "values": list(who)}},
        {"type": 18, "component": {"type": 4, "custom_id": "remark", "value": remark}},
        {"type": 18, "component": {"type": 22, "custom_id": "some", "values": list(some)}},
        {"type": 18, "component": {"type": 21, "custom_id": "side", "value": side}},
    ]
    return {"custom_id": "form", "components": parts, **more}


def test_valid_modal_input_is_accepted() -> None:
    for data in (form_data(), form_data(remark="yes", some=("q",))):
        assert check_modal_input(FORM, data, forged=False) == data
    assert check_modal_input(FORM, form_data(who=()), forged=False, needs_zero=False)
    assert check_modal_input(None, form_data(move="forged text"), forged=True)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (form_data(move="x"), "move: must be 2 to 4"),
        (form_data(move="x" * 5), "move: must be 2 to 4"),
        (form_data(move=""), "move: must be filled in"),
        (form_data(move=5), "move: must be text"),
        (form_data(who=("5", "6")), "choose 1 to 1"),
        (form_data(who=()), "choose 1 to 1"),
        (form_data(remark="no"), "remark: must be 3 to 4000"),
        (form_data(some=("r",)), "not one of the options"),
        (form_data(side=None), "choose 1 to 1"),
        (form_data(side="green"), "not one of the options"),
        (form_data(custom_id=None), "missing"),
        (form_data(components=[{"custom_id": "strange"}, {"custom_id": "other"}]), "no field other"),
    ],
)
def test_invalid_modal_input_is_refused(data: dict[str, Any], said: str) -> None:
    with pytest.raises(ClientError, match=said):
        check_modal_input(FORM, data, forged=False)


def test_only_user_and_role_selects_name_people() -> None:
    kinds = {kind: named_people({"component_type": kind, "values": ["7", "6", "7"]}) for kind in range(24)}
    assert {kind: people for kind, people in kinds.items() if people} == dict.fromkeys((5, 6, 7), ("7", "6"))
    assert named_people(form_data(who=("5", "6"))) == ("5", "6")


def test_unshown_modal_is_refused() -> None:
    with pytest.raises(ClientError, match="no such modal"):
        check_modal_input(None, form_data(), forged=False)


@pytest.mark.parametrize(
    ("check", "fault"),
    [
        (lambda form: form.text(("x",), None, 0, 5), "BASE_TYPE_REQUIRED"),
        (lambda form: form.text(("x",), None, 0, 5, required=False), None),
        (lambda form: form.text(("x",), 5, 0, 5), "STRING_TYPE_CONVERT"),
        (lambda form: form.text(("x",), "  ", 1, 5), "BASE_TYPE_REQUIRED"),
        (lambda form: form.text(("x",), "ab", 3, 5), "BASE_TYPE_BAD_LENGTH"),
        (lambda form: form.text(("x",), "abcdef", 0, 5), "BASE_TYPE_MAX_LENGTH"),
        (lambda form: form.text(("x",), "abcde", 1, 5), None),
        (lambda form: form.integer(("x",), 6, 0, 5), "NUMBER_TYPE_RANGE"),
        (lambda form: form.integer(("x",), True, 0, 5), "NUMBER_TYPE_COERCE"),
        (lambda form: form.integer(("x",), None, 0, 5, required=True), "BASE_TYPE_REQUIRED"),
        (lambda form: form.integer(("x",), 5, 0, 5), None),
        (lambda form: form.flag(("x",), 1), "BOOLEAN_TYPE_CONVERT"),
        (lambda form: form.flag(("x",), None), None),
        (lambda form: form.items(("x",), {}, 0, 5), "LIST_TYPE_CONVERT"),
        (lambda form: form.items(("x",), [1] * 6, 0, 5), "BASE_TYPE_BAD_LENGTH"),
        (lambda form: form.snowflake(("x",), "five"), "NUMBER_TYPE_COERCE"),
        (lambda form: form.choice(("x",), 3, frozenset({1, 2})), "BASE_TYPE_CHOICES"),
        (lambda form: form.choice(("x",), 2, frozenset({1, 2})), None),
    ],
)
def test_error_codes_match_discord(check: Any, fault: str | None) -> None:
    form = Form()
    check(form)
    if fault is None:
        form.raise_errors()
        return
    with pytest.raises(ApiError) as refused:
        form.raise_errors()
    assert refused.value.errors is not None
    assert [error["code"] for error in refused.value.errors["x"]["_errors"]] == [fault]
