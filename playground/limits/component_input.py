"""A client's checks before it sends a press, a selection or a submitted modal."""

from collections.abc import Sequence

from playground.limits.parts import SELECTS, Part, walk
from playground.values.errors import ClientError
from playground.values.people import Json

FIELDS = SELECTS | {Part.TEXT_INPUT, Part.RADIO_GROUP, Part.CHECKBOX_GROUP, Part.CHECKBOX}
MENTION_SELECTS = frozenset((Part.USER_SELECT, Part.ROLE_SELECT, Part.MENTIONABLE_SELECT))


def check_component(components: Sequence[Json], data: Json, *, forged: bool) -> Json:
    """Check a press or selection against the shown components and return the data to send.

    With `forged` only the shape is checked: a hand-made custom_id or value passes. Raise ClientError.
    """
    custom_id = data.get("custom_id")
    if not isinstance(custom_id, str) or not custom_id:
        raise ClientError("custom_id is missing")
    component = next((c for c in walk(components) if c.get("custom_id") == custom_id), None)
    if component is None:
        if not forged:
            raise ClientError("the message has no such component")
        component = {"type": data.get("component_type", Part.BUTTON), "id": 1}
    if component.get("disabled") and not forged:
        raise ClientError("the component is disabled")
    shape: Json = {"component_type": component["type"], "custom_id": custom_id, "id": component["id"]}
    if component["type"] in SELECTS:
        values = data.get("values")
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            raise ClientError("values are missing")
        if not forged:
            _check_values(component, values)
        shape["values"] = values
    return shape


def _check_values(component: Json, values: list[str]) -> None:
    low, high = component.get("min_values", 1), component.get("max_values", 1)
    if not low <= len(values) <= high or len(set(values)) != len(values):
        raise ClientError(f"choose {low} to {high}")
    if component["type"] in {Part.STRING_SELECT, Part.RADIO_GROUP, Part.CHECKBOX_GROUP}:
        allowed = {option["value"] for option in component.get("options") or ()}
        if not set(values) <= allowed:
            raise ClientError("not one of the options")


def check_modal_input(modal: Json | None, data: Json, *, forged: bool, needs_zero: bool = True) -> Json:
    """Check a submitted modal against the shown one and return the data to send. Raise ClientError.

    With `forged` only the shape is checked. With `needs_zero` a select can stay empty only if its
    `min_values` is 0; see Strictness.
    """
    custom_id = data.get("custom_id")
    components = data.get("components")
    if not isinstance(custom_id, str) or not isinstance(components, list):
        raise ClientError("custom_id or components are missing")
    if forged:
        return {"custom_id": custom_id, "components": components}
    if modal is None:
        raise ClientError("no such modal was shown")
    answers = {str(part["custom_id"]): part for part in walk_answers(components) if "custom_id" in part}
    fields = {c["custom_id"]: c for c in walk(modal["components"]) if c["type"] in FIELDS}
    strangers = answers.keys() - fields.keys()
    if strangers:
        raise ClientError(f"the modal has no field {min(strangers)}")
    for name, field in fields.items():
        _check_field(name, field, answers.get(name) or {}, needs_zero=needs_zero)
    return {"custom_id": custom_id, "components": components}


def walk_answers(parts: object) -> list[Json]:
    """Return all parts of a submitted modal, including nested ones."""
    answers: list[Json] = []
    for part in parts if isinstance(parts, list) else []:
        if isinstance(part, dict):
            answers.append(part)
            answers.extend(walk_answers(part.get("components")))
            answers.extend(walk_answers([part.get("component")]))
    return answers


def _check_field(name: str, field: Json, answer: Json, *, needs_zero: bool) -> None:
    if field["type"] == Part.CHECKBOX:
        return
    if field["type"] != Part.TEXT_INPUT:
        values = answer.get("values") or ([answer["value"]] if answer.get("value") else [])
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            raise ClientError(f"{name}: values must be texts")
        if values or field.get("required", True) or (needs_zero and field["type"] in SELECTS):
            _check_values(field, values)
        return
    value = answer.get("value") or ""
    if not isinstance(value, str):
        raise ClientError(f"{name}: must be text")
    if not value and field.get("required", True):
        raise ClientError(f"{name}: must be filled in")
    low, high = field.get("min_length") or 0, field.get("max_length") or 4000
    if value and not low <= len(value) <= high:
        raise ClientError(f"{name}: must be {low} to {high} characters long")


def named_people(data: Json) -> tuple[str, ...]:
    """Return the ids of the people and roles chosen in the selects of a message or modal."""
    parts = [{"type": data.get("component_type"), "values": data.get("values")}]
    parts.extend(walk_answers(data.get("components")))
    people: dict[str, None] = {}
    for part in parts:
        values = part.get("values")
        if part.get("type") in tuple(MENTION_SELECTS) and isinstance(values, list):
            people |= dict.fromkeys(str(value) for value in values)
    return tuple(people)
