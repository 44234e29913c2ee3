"""Limits of components: each is accepted at its limit and refused one above."""

from typing import Any

import pytest

from playground.interactions.components import check_message_components
from playground.limits.forms import Form
from playground.values.errors import ApiError
from tests.playground.raw import fault_codes

Json = dict[str, Any]
TEXT: Json = {"type": 10, "content": "x"}
BUTTON: Json = {"type": 2, "style": 1, "label": "x", "custom_id": "b"}
MENU: Json = {"type": 3, "custom_id": "s", "options": [{"label": f"{n}", "value": f"{n}"} for n in range(3)]}
PICTURE: Json = {"media": {"url": "attachment://a.png"}}


def faults(components: object, *, v2: bool = True) -> dict[str, str]:
    """Return the codes of a message's components by their paths below `components`."""
    form = Form()
    check_message_components(form, components, v2=v2, files=frozenset({"a.png"}))
    try:
        form.raise_errors()
    except ApiError as refused:
        return fault_codes((refused.errors or {})["components"])
    return {}


def row(*children: Json) -> list[Json]:
    return [{"type": 1, "components": list(children)}]


def button(**more: object) -> list[Json]:
    return row(BUTTON | more)


def menu(**more: object) -> list[Json]:
    return row(MENU | more)


def option(**more: object) -> list[Json]:
    return menu(options=[{"label": "x", "value": "x"} | more])


def options(number: int) -> list[Json]:
    return [{"label": f"{n}", "value": f"{n}"} for n in range(number)]


def people(kind: int, what: str, number: int = 1, **more: object) -> list[Json]:
    defaults = [{"id": str(100 + n), "type": what} for n in range(number)]
    return row({"type": kind, "custom_id": "s", "default_values": defaults, "max_values": 2} | more)


def section(*texts: Json, accessory: object = BUTTON) -> list[Json]:
    return [{"type": 9, "components": list(texts), "accessory": accessory}]


def thumbnail(**more: object) -> list[Json]:
    return section(TEXT, accessory={"type": 11} | PICTURE | more)


def gallery(number: int, **more: object) -> list[Json]:
    return [{"type": 12, "items": [PICTURE | more] * number}]


def container(*children: Json, **more: object) -> list[Json]:
    return [{"type": 17, "components": list(children)} | more]


def link(**more: object) -> list[Json]:
    return row({"type": 2, "style": 5, "label": "x", "url": "https://example.org"} | more)


CUSTOM_IDS = [{"type": 2, "style": 1, "label": "x", "custom_id": f"{n}"} for n in range(6)]


@pytest.mark.parametrize(
    "components",
    [
        row(*CUSTOM_IDS[:5]),
        *(button(style=style) for style in (1, 2, 3, 4)),
        button(id=(1 << 31) - 1),
        button(custom_id="x" * 100, label="y" * 80, disabled=True),
        button(label=None, emoji={"name": "🎲"}),
        button(label=None, emoji={"id": "5"}),
        row({"type": 2, "style": 6, "sku_id": "5"}),
        link(url="discord://app"),
        link(url="https://" + "x" * 504),
        menu(placeholder="x" * 150, disabled=True, min_values=0, max_values=3),
        menu(options=options(25), min_values=25, max_values=25),
        menu(options=options(1)),
        option(label="x" * 100, value="y" * 100, description="z" * 100, default=True, emoji={"name": "🎲"}),
        people(5, "user"),
        people(6, "role"),
        people(7, "user", 2),
        people(7, "role", 2),
        people(8, "channel"),
        section(TEXT, TEXT, TEXT),
        thumbnail(description="x" * 1024, spoiler=True),
        gallery(1),
        gallery(10, description="x" * 1024, spoiler=False),
        [{"type": 12, "items": [{"media": {"url": "http://example.org/" + "x" * 2029}}]}],
        [{"type": 13, "file": {"url": "attachment://a.png"}, "spoiler": True}],
        [{"type": 14, "divider": False, "spacing": 2}, {"type": 14, "spacing": 1}],
        container(*[TEXT] * 39, accent_color=0xFFFFFF, spoiler=True),
        container(*row(BUTTON), *section(TEXT, accessory=BUTTON | {"custom_id": "c"}), *gallery(1), TEXT),
        [TEXT] * 40,
        [{"type": 10, "content": "x" * 4000}],
        [],
        None,
    ],
)
def test_components_within_the_limits_are_accepted(components: object) -> None:
    assert faults(components) == {}


CHILD = "0.components.0"
LONG, WRONG, CHOICE = "BASE_TYPE_MAX_LENGTH", "BASE_TYPE_BAD_LENGTH", "BASE_TYPE_CHOICES"
RANGE, FLAG, MISSING = "NUMBER_TYPE_RANGE", "BOOLEAN_TYPE_CONVERT", "BASE_TYPE_REQUIRED"
NO_FILE = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
REFUSED: list[tuple[object, str, str]] = [
    (row(*CUSTOM_IDS), "0.components", WRONG),
    (row(), "0.components", WRONG),
    (row(BUTTON, MENU), "0.components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    (row(MENU, MENU | {"custom_id": "t"}), "0.components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    (row(TEXT), f"{CHILD}.type", CHOICE),
    (button(style=0), f"{CHILD}.style", CHOICE),
    (button(style=7), f"{CHILD}.style", CHOICE),
    (button(disabled="no"), f"{CHILD}.disabled", FLAG),
    (button(label="x" * 81, emoji={"name": "🎲"}), f"{CHILD}.label", LONG),
    (button(custom_id="x" * 101), f"{CHILD}.custom_id", WRONG),
    (button(id=1 << 31), f"{CHILD}.id", RANGE),
    (button(id=-1), f"{CHILD}.id", RANGE),
    ([TEXT | {"id": 5}, TEXT | {"id": 5}], "1.id", "COMPONENT_ID_DUPLICATED"),
    (button(label=""), CHILD, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"),
    (button(emoji="🎲"), f"{CHILD}.emoji", "MODEL_TYPE_CONVERT"),
    (button(emoji={"name": "🎲" * 33}), f"{CHILD}.emoji.name", "BUTTON_COMPONENT_INVALID_EMOJI"),
    (button(emoji={"name": ""}), f"{CHILD}.emoji.name", "BUTTON_COMPONENT_INVALID_EMOJI"),
    (row({"type": 2, "style": 6}), f"{CHILD}.sku_id", "NUMBER_TYPE_COERCE"),
    (link(label=None), CHILD, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"),
    (link(url="https://" + "x" * 505), f"{CHILD}.url", WRONG),
    (link(url="ftp://example.org"), f"{CHILD}.url", "URL_TYPE_INVALID_SCHEME"),
    (link(url=None), f"{CHILD}.url", MISSING),
    (link(custom_id="x"), CHILD, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE"),
    (menu(custom_id=None), f"{CHILD}.custom_id", MISSING),
    (menu(placeholder="x" * 151), f"{CHILD}.placeholder", LONG),
    (menu(disabled=1), f"{CHILD}.disabled", FLAG),
    (menu(min_values=-1), f"{CHILD}.min_values", RANGE),
    (menu(max_values=0), f"{CHILD}.max_values", RANGE),
    (menu(options=options(25), max_values=26), f"{CHILD}.max_values", RANGE),
    (menu(min_values=2), f"{CHILD}.min_values", "SELECT_COMPONENT_MIN_VALUES_LARGER_THAN_MAX"),
    (menu(max_values=4), f"{CHILD}.max_values", "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE"),
    (
        menu(options=[choice | {"default": True} for choice in options(2)]),
        f"{CHILD}.options",
        "SELECT_COMPONENT_TOO_MANY_DEFAULT_OPTIONS",
    ),
    (
        menu(options=options(1) * 2),
        f"{CHILD}.options.1.value",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    (menu(options=["x"]), f"{CHILD}.options.0", "MODEL_TYPE_CONVERT"),
    (option(label="x" * 101), f"{CHILD}.options.0.label", WRONG),
    (option(value="x" * 101), f"{CHILD}.options.0.value", WRONG),
    (option(description="x" * 101), f"{CHILD}.options.0.description", LONG),
    (option(default="yes"), f"{CHILD}.options.0.default", FLAG),
    (option(emoji={"name": "x"}), f"{CHILD}.options.0.emoji.name", "BUTTON_COMPONENT_INVALID_EMOJI"),
    (people(5, "role"), f"{CHILD}.default_values.0.type", CHOICE),
    (people(6, "user"), f"{CHILD}.default_values.0.type", CHOICE),
    (people(7, "channel"), f"{CHILD}.default_values.0.type", CHOICE),
    (people(8, "user"), f"{CHILD}.default_values.0.type", CHOICE),
    (people(5, "user", 3), f"{CHILD}.default_values", WRONG),
    (people(5, "user", min_values=2), f"{CHILD}.default_values", WRONG),
    (
        people(5, "user", default_values=[{"type": "user", "id": "x"}]),
        f"{CHILD}.default_values.0.id",
        "NUMBER_TYPE_COERCE",
    ),
    (section(), "0.components", WRONG),
    (section(*[TEXT] * 4), "0.components", WRONG),
    (section(BUTTON), f"{CHILD}.type", CHOICE),
    (section(TEXT, accessory=TEXT), "0.accessory.type", CHOICE),
    (thumbnail(description="x" * 1025), "0.accessory.description", LONG),
    (thumbnail(spoiler="x"), "0.accessory.spoiler", FLAG),
    (thumbnail(media=None), "0.accessory.media", MISSING),
    (thumbnail(media={"url": "attachment://b.png"}), "0.accessory.media.url", NO_FILE),
    (thumbnail(media={"url": "ftp://x"}), "0.accessory.media.url", "URL_TYPE_INVALID_SCHEME"),
    (thumbnail(media={"url": "https://" + "x" * 2041}), "0.accessory.media.url", WRONG),
    (gallery(0), "0.items", WRONG),
    (gallery(11), "0.items", WRONG),
    (gallery(1, description="x" * 1025), "0.items.0.description", LONG),
    ([{"type": 13, "file": {"url": "attachment://b.png"}}], "0.file.url", NO_FILE),
    ([{"type": 13, "file": {"url": "attachment://a.png"}, "spoiler": 1}], "0.spoiler", FLAG),
    ([{"type": 14, "divider": 1}], "0.divider", FLAG),
    ([{"type": 14, "spacing": 0}], "0.spacing", RANGE),
    ([{"type": 14, "spacing": 3}], "0.spacing", RANGE),
    (container(), "0.components", WRONG),
    (container(BUTTON), f"{CHILD}.type", CHOICE),
    (container(TEXT, accent_color=0x1000000), "0.accent_color", RANGE),
    (container(TEXT, accent_color=-1), "0.accent_color", RANGE),
    (container(TEXT, spoiler="x"), "0.spoiler", FLAG),
    (container(*[TEXT] * 40), "", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"),
    ([TEXT] * 41, "", WRONG),
    (
        [{"type": 10, "content": "x" * 4000}, TEXT],
        "",
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    ([{"type": 10, "content": "x" * 4001}], "0.content", WRONG),
    ([BUTTON], "0.type", CHOICE),
]


@pytest.mark.parametrize(("components", "path", "code"), REFUSED)
def test_components_over_a_limit_are_rejected(components: object, path: str, code: str) -> None:
    assert faults(components) == {path: code}


def test_classic_messages_take_only_five_action_rows() -> None:
    rows = [row(item)[0] for item in CUSTOM_IDS]
    assert faults(rows[:5], v2=False) == {}
    assert faults(rows, v2=False) == {"": WRONG}
    assert faults([TEXT], v2=False) == {"0.type": CHOICE}
