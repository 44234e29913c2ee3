"""The clients' treatment of a form before a person fills it in."""

from playground.limits.parts import Part, walk
from playground.values.people import Json
from playground.values.settings import Strictness

PEOPLE_SELECTS = frozenset((Part.USER_SELECT, Part.MENTIONABLE_SELECT))


class ShownForms:
    """The values with which each form was first shown, by person and custom_id; kept in memory."""

    def __init__(self) -> None:
        self._first: dict[tuple[str, str], dict[str, object]] = {}

    def show(self, user_id: str, modal: Json, strictness: Strictness) -> Json | None:
        """Return a form as a client shows it, None for a form that closes immediately; see Strictness."""
        parts = list(walk(modal["components"]))
        closes = any(part["type"] in PEOPLE_SELECTS and part.get("default_values") for part in parts)
        if closes and strictness.filled_people_selects_close:
            return None
        values = {str(part["custom_id"]): part["value"] for part in parts if part.get("value")}
        key = user_id, str(modal["custom_id"])
        if values:
            self._first.setdefault(key, values)
        first = self._first.get(key, values)
        if not strictness.forms_keep_values or first == values:
            return modal
        return modal | {"components": [_with_values(part, first) for part in modal["components"]]}


def _with_values(part: Json, values: dict[str, object]) -> Json:
    """Return a part of a form, including nested parts, with other values filled in."""
    if part["type"] == Part.TEXT_INPUT:
        return part | {"value": values.get(str(part["custom_id"]))}
    inner = part.get("component")
    if isinstance(inner, dict):
        return part | {"component": _with_values(inner, values)}
    rows = part.get("components")
    if isinstance(rows, list):
        return part | {"components": [_with_values(row, values) for row in rows]}
    return part
