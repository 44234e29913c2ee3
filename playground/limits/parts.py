"""The parts of messages and modals, and their traversal."""

from collections.abc import Iterator, Sequence
from enum import IntEnum

from playground.values.people import Json


class Part(IntEnum):
    """The component types."""

    ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT_DISPLAY = 10
    THUMBNAIL = 11
    MEDIA_GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    FILE_UPLOAD = 19
    RADIO_GROUP = 21
    CHECKBOX_GROUP = 22
    CHECKBOX = 23


SELECTS = frozenset(
    (Part.STRING_SELECT, Part.USER_SELECT, Part.ROLE_SELECT, Part.MENTIONABLE_SELECT, Part.CHANNEL_SELECT)
)
OF_SELECT = ("custom_id", "placeholder", "min_values", "max_values", "disabled", "required", "default_values")
FIELDS: dict[int, tuple[str, ...]] = {
    Part.ROW: ("components",),
    Part.BUTTON: ("style", "label", "emoji", "custom_id", "url", "sku_id", "disabled"),
    Part.STRING_SELECT: (*OF_SELECT, "options"),
    Part.TEXT_INPUT: (
        "custom_id", "style", "label", "min_length", "max_length", "required", "value", "placeholder",
    ),
    Part.USER_SELECT: OF_SELECT,
    Part.ROLE_SELECT: OF_SELECT,
    Part.MENTIONABLE_SELECT: OF_SELECT,
    Part.CHANNEL_SELECT: (*OF_SELECT, "channel_types"),
    Part.SECTION: ("components", "accessory"),
    Part.TEXT_DISPLAY: ("content",),
    Part.THUMBNAIL: ("media", "description", "spoiler"),
    Part.MEDIA_GALLERY: ("items",),
    Part.FILE: ("file", "spoiler"),
    Part.SEPARATOR: ("divider", "spacing"),
    Part.CONTAINER: ("components", "accent_color", "spoiler"),
    Part.LABEL: ("label", "description", "component"),
    Part.FILE_UPLOAD: ("custom_id", "min_values", "max_values", "required"),
    Part.RADIO_GROUP: ("custom_id", "options", "required"),
    Part.CHECKBOX_GROUP: ("custom_id", "options", "min_values", "max_values", "required"),
    Part.CHECKBOX: ("custom_id", "default"),
}  # fmt: skip


def walk(components: Sequence[Json]) -> Iterator[Json]:
    """Yield checked components and all components nested in them, in reading order."""
    for component in components:
        yield component
        fields = FIELDS[component["type"]]
        if "components" in fields:
            yield from walk(component["components"])
        for key in ("accessory", "component"):
            if key in fields:
                yield from walk((component[key],))


def with_ids(components: Sequence[Json]) -> tuple[Json, ...]:
    """Return checked components as stored by Discord: known fields, an id each, defaults filled in."""
    ids = {c["id"] for c in walk(components) if c.get("id")}
    free = (number for number in range(1, 1 << 31) if number not in ids)
    return tuple(_with_id(component, free) for component in components)


def _with_id(component: Json, free: Iterator[int]) -> Json:
    fields = FIELDS[component["type"]]
    shape: Json = {"type": component["type"], "id": component.get("id") or next(free)}
    shape |= {key: component[key] for key in fields if component.get(key) is not None}
    if "emoji" in shape:
        shape["emoji"] = _emoji(shape["emoji"])
    if shape["type"] in SELECTS:
        shape = {"min_values": 1, "max_values": 1} | shape
    if isinstance(shape.get("options"), list):
        shape["options"] = [
            option | {"emoji": _emoji(option["emoji"])} if option.get("emoji") else option
            for option in shape["options"]
        ]
    if shape["type"] == Part.CONTAINER:
        shape = {"accent_color": None, "spoiler": False} | shape
    if "components" in shape:
        shape["components"] = [_with_id(child, free) for child in shape["components"]]
    for key in ("accessory", "component"):
        if key in shape:
            shape[key] = _with_id(shape[key], free)
    return shape


def _emoji(emoji: Json) -> Json:
    """Return an emoji with its id as text, as in all of Discord's objects."""
    return emoji if emoji.get("id") is None else emoji | {"id": str(emoji["id"])}
