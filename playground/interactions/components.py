"""The limits of message and modal components."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from playground.limits.forms import Form, Path
from playground.limits.parts import SELECTS, Part
from playground.values.people import Json
from playground.values.uploads import clean_name
from playground.world.world import World

IN_CONTAINER = frozenset(
    (Part.ROW, Part.SECTION, Part.TEXT_DISPLAY, Part.MEDIA_GALLERY, Part.FILE, Part.SEPARATOR)
)
TOP_V2 = IN_CONTAINER | {Part.CONTAINER}
TOP_LEGACY = frozenset((Part.ROW,))
IN_ROW = SELECTS | {Part.BUTTON}
IN_LABEL = SELECTS | {
    Part.TEXT_INPUT,
    Part.FILE_UPLOAD,
    Part.RADIO_GROUP,
    Part.CHECKBOX_GROUP,
    Part.CHECKBOX,
}
TOP_MODAL = frozenset((Part.ROW, Part.LABEL, Part.TEXT_DISPLAY))
ACCESSORIES = frozenset((Part.BUTTON, Part.THUMBNAIL))
LINK_STYLE, PREMIUM_STYLE = 5, 6
MAX_COMPONENTS, MAX_TEXT = 40, 4000
WEB_ADDRESS = re.compile(r"https?://\S+\Z")
ATTACHMENT_LINK = re.compile(r"https?://[^/]+/(cdn/)?(ephemeral-)?attachments/\d+/\d+/")
DEFAULT_KINDS: dict[int, tuple[str, ...]] = {
    Part.USER_SELECT: ("user",),
    Part.ROLE_SELECT: ("role",),
    Part.MENTIONABLE_SELECT: ("user", "role"),
    Part.CHANNEL_SELECT: ("channel",),
}


@dataclass(slots=True)
class Census:
    """Totals of a message or modal, counted while its components are checked.

    `world` is None for the components of an existing message.
    """

    form: Form
    files: frozenset[str] = frozenset()
    world: World | None = None
    modal: bool = False
    custom_ids: set[str] = field(default_factory=set)
    ids: set[int] = field(default_factory=set)
    total: int = 0
    text: int = 0

    def custom_id(self, path: Path, component: Json) -> None:
        """Check a custom_id: present, 1 to 100 characters, unique."""
        custom_id = self.form.text((*path, "custom_id"), component.get("custom_id"), 1, 100)
        if custom_id is None:
            return
        if custom_id in self.custom_ids:
            self.form.add_error(
                (*path, "custom_id"),
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                "Component custom id cannot be duplicated",
            )
        self.custom_ids.add(custom_id)

    def count(self, path: Path, component: Json) -> None:
        """Count a component and check its id, if it has one."""
        self.total += 1
        number = self.form.integer((*path, "id"), component.get("id"), 0, (1 << 31) - 1)
        if number:
            if number in self.ids:
                self.form.add_error(
                    (*path, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated"
                )
            self.ids.add(number)

    def media(self, path: Path, value: object, *, attached_only: bool = False) -> None:
        """Check a media item: an uploaded file as attachment://name, or a web address."""
        if not isinstance(value, dict):
            self.form.missing(path)
            return
        url = self.form.text((*path, "url"), value.get("url"), 1, 2048)
        if url is None:
            return
        if url.startswith("attachment://"):
            if clean_name(url.removeprefix("attachment://")) not in self.files:
                self.record_missing_file(path)
        elif attached_only or not WEB_ADDRESS.match(url):
            self.form.add_error(
                (*path, "url"), "URL_TYPE_INVALID_SCHEME", "Scheme must be one of ('http', 'https')."
            )
        elif self.world and ATTACHMENT_LINK.match(url):
            if self.world.strictness.attachment_links_refused:
                self.record_missing_file(path)
        elif self.world and self.world.strictness.outer_pictures_refused:
            # Discord accepts pictures from elsewhere, but does not promise to show them.
            self.form.add_error((*path, "url"), "URL_TYPE_INVALID", "Pictures from elsewhere may not appear")

    def record_missing_file(self, path: Path) -> None:
        """Record that a media item refers to a missing file."""
        self.form.add_error(
            (*path, "url"),
            "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
            "The referenced attachment was not found",
        )


def check_message_components(
    form: Form, components: object, *, v2: bool, files: frozenset[str], world: World | None = None
) -> list[Json]:
    """Check a message's components, including nested ones, and return them; see Census for `world`."""
    census = Census(form, files, world)
    path: Path = ("components",)
    top = form.objects(path, components, 0, MAX_COMPONENTS if v2 else 5)
    for place, component in top:
        _check(census, place, component, TOP_V2 if v2 else TOP_LEGACY)
    if v2 and census.total > MAX_COMPONENTS:
        form.add_error(
            path,
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
            f"The maximum number of total components is {MAX_COMPONENTS}, found {census.total}",
        )
    if census.text > MAX_TEXT:
        form.add_error(
            path,
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            f"The displayable text size {census.text} exceeds the maximum size of {MAX_TEXT}",
        )
    return [component for _, component in top]


def check_modal(form: Form, data: Json, world: World) -> None:
    """Check a modal: title up to 45 characters, custom_id up to 100, one to five components."""
    form.text(("title",), data.get("title"), 1, 45)
    form.text(("custom_id",), data.get("custom_id"), 1, 100)
    census = Census(form, world=world, modal=True)
    for place, component in form.objects(("components",), data.get("components"), 1, 5):
        _check(census, place, component, TOP_MODAL)


def _check(census: Census, path: Path, component: Json, allowed: frozenset[Part]) -> None:
    kind = component.get("type")
    part = census.form.choice((*path, "type"), kind, frozenset(int(item) for item in allowed))
    if part is None:
        return
    census.count(path, component)
    CHECKS[Part(part)](census, path, component)


def _row(census: Census, path: Path, row: Json) -> None:
    allowed = frozenset((Part.TEXT_INPUT,)) if census.modal else IN_ROW
    children = census.form.objects((*path, "components"), row.get("components"), 1, 5)
    if len(children) > 1 and any(child.get("type") != Part.BUTTON for _, child in children):
        census.form.add_error(
            (*path, "components"),
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
            "The specified component exceeds the maximum width",
        )
    for place, child in children:
        _check(census, place, child, allowed)


def _check_emoji(census: Census, path: Path, emoji: object) -> bool:
    form = census.form
    if emoji is None:
        return False
    if not isinstance(emoji, dict):
        form.not_an_object(path)
        return False
    if emoji.get("id") is not None:
        exists = census.world is None or str(emoji["id"]) in census.world.emojis
        if not exists:
            form.add_error((*path, "id"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
        return exists
    name = emoji.get("name")
    if isinstance(name, str) and name and any(ord(char) > 0xA0 for char in name) and len(name) <= 32:
        return True
    form.add_error((*path, "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
    return False


def _button(census: Census, path: Path, button: Json) -> None:
    form = census.form
    style = form.choice((*path, "style"), button.get("style"), frozenset(range(1, 7)))
    form.flag((*path, "disabled"), button.get("disabled"))
    label = form.text((*path, "label"), button.get("label"), 0, 80, required=False)
    emoji = _check_emoji(census, (*path, "emoji"), button.get("emoji"))
    if style == PREMIUM_STYLE:
        form.snowflake((*path, "sku_id"), button.get("sku_id"))
        return
    if not label and not emoji:
        form.add_error(
            path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button requires a label or an emoji"
        )
    if style == LINK_STYLE:
        url = form.text((*path, "url"), button.get("url"), 1, 512)
        if url is not None and not re.match(r"(https?|discord)://\S+\Z", url):
            form.add_error(
                (*path, "url"),
                "URL_TYPE_INVALID_SCHEME",
                "Scheme must be one of ('http', 'https', 'discord').",
            )
        if button.get("custom_id") is not None:
            form.add_error(
                path,
                "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                "A custom id and url cannot both be specified",
            )
        return
    census.custom_id(path, button)


def _check_options(census: Census, path: Path, component: Json, low: int, high: int) -> int:
    form = census.form
    values: set[str] = set()
    options = form.objects((*path, "options"), component.get("options"), low, high)
    for place, option in options:
        form.text((*place, "label"), option.get("label"), 1, 100)
        form.text((*place, "description"), option.get("description"), 0, 100, required=False)
        form.flag((*place, "default"), option.get("default"))
        _check_emoji(census, (*place, "emoji"), option.get("emoji"))
        value = form.text((*place, "value"), option.get("value"), 1, 100)
        if value is not None and value in values:
            form.add_error(
                (*place, "value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        values.add(value or "")
    return len(options)


def _select(census: Census, path: Path, select: Json) -> None:
    form = census.form
    census.custom_id(path, select)
    form.text((*path, "placeholder"), select.get("placeholder"), 0, 150, required=False)
    form.flag((*path, "disabled"), select.get("disabled"))
    low = form.integer((*path, "min_values"), select.get("min_values"), 0, 25)
    high = form.integer((*path, "max_values"), select.get("max_values"), 1, 25)
    if census.modal:
        _check_modal_select(form, path, select, low)
    low, high = 1 if low is None else low, 1 if high is None else high
    if low > high:
        form.add_error(
            (*path, "min_values"),
            "SELECT_COMPONENT_MIN_VALUES_LARGER_THAN_MAX",
            "Min values cannot be larger than max",
        )
    if select["type"] == Part.STRING_SELECT:
        count = _check_options(census, path, select, 1, 25)
        if count and high > count:
            form.add_error(
                (*path, "max_values"),
                "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE",
                "Max values exceeds the number of options",
            )
        defaults = [
            option
            for option in select.get("options") or ()
            if isinstance(option, dict) and option.get("default") is True
        ]
        if len(defaults) > high:
            form.add_error(
                (*path, "options"),
                "SELECT_COMPONENT_TOO_MANY_DEFAULT_OPTIONS",
                "The number of default options exceeds the maximum number of values",
            )
    else:
        _check_defaults(census, path, select, low, high)


def _check_modal_select(form: Form, path: Path, select: Json, low: int | None) -> None:
    """Check the rules for selects in modals (components/reference, the notes on select menus)."""
    if select.get("disabled"):
        form.add_error(
            (*path, "disabled"), "COMPONENT_DISABLED_IN_MODAL", "Modals have no disabled components"
        )
    if low == 0 and form.flag((*path, "required"), select.get("required", True)):
        form.add_error((*path, "min_values"), "NUMBER_TYPE_MIN", "Must be at least 1 where it is required.")


def _is_refused_default(world: World, kind: str, reference: str) -> bool:
    return world.strictness.gone_defaults_refused and not world.has(kind, reference)


def _check_defaults(census: Census, path: Path, select: Json, low: int, high: int) -> None:
    """Check default values: their number, their kind, and their existence."""
    form, values = census.form, select.get("default_values")
    for place, default in form.objects((*path, "default_values"), values, low if values else 0, high):
        kind, reference = default.get("type"), form.snowflake((*place, "id"), default.get("id"))
        if kind not in DEFAULT_KINDS[select["type"]]:
            names = ", ".join(DEFAULT_KINDS[select["type"]])
            form.add_error((*place, "type"), "BASE_TYPE_CHOICES", f"Value must be one of {{{names}}}.")
        elif census.world and reference and _is_refused_default(census.world, str(kind), reference):
            # Discord publishes no inner code for it.
            form.add_error((*place, "id"), "SELECT_COMPONENT_INVALID_DEFAULT_VALUE", f"Unknown {kind}")


def _text_input(census: Census, path: Path, field_: Json) -> None:
    form = census.form
    census.custom_id(path, field_)
    form.choice((*path, "style"), field_.get("style"), frozenset((1, 2)))
    form.text((*path, "label"), field_.get("label"), 1, 45, required=False)
    low = form.integer((*path, "min_length"), field_.get("min_length"), 0, 4000)
    high = form.integer((*path, "max_length"), field_.get("max_length"), 1, 4000)
    # Inferred: prefilled values must be valid themselves.
    value = form.text(
        (*path, "value"), field_.get("value"), 0, 4000 if high is None else high, required=False
    )
    if value and low is not None and len(value) < low:
        form.add_error((*path, "value"), "BASE_TYPE_MIN_LENGTH", f"Must be {low} or more in length.")
    form.text((*path, "placeholder"), field_.get("placeholder"), 0, 100, required=False)


def _section(census: Census, path: Path, section: Json) -> None:
    for place, child in census.form.objects((*path, "components"), section.get("components"), 1, 3):
        _check(census, place, child, frozenset((Part.TEXT_DISPLAY,)))
    accessory = section.get("accessory")
    if not isinstance(accessory, dict):
        census.form.missing((*path, "accessory"))
        return
    _check(census, (*path, "accessory"), accessory, ACCESSORIES)


def _text_display(census: Census, path: Path, display: Json) -> None:
    content = census.form.text((*path, "content"), display.get("content"), 1, MAX_TEXT)
    census.text += len(content or "")


def _thumbnail(census: Census, path: Path, thumbnail: Json) -> None:
    census.media((*path, "media"), thumbnail.get("media"))
    census.form.text((*path, "description"), thumbnail.get("description"), 0, 1024, required=False)
    census.form.flag((*path, "spoiler"), thumbnail.get("spoiler"))


def _gallery(census: Census, path: Path, gallery: Json) -> None:
    for place, item in census.form.objects((*path, "items"), gallery.get("items"), 1, 10):
        _thumbnail(census, place, item)


def _file(census: Census, path: Path, file: Json) -> None:
    census.media((*path, "file"), file.get("file"), attached_only=True)
    census.form.flag((*path, "spoiler"), file.get("spoiler"))


def _separator(census: Census, path: Path, separator: Json) -> None:
    census.form.flag((*path, "divider"), separator.get("divider"))
    census.form.integer((*path, "spacing"), separator.get("spacing"), 1, 2)


def _container(census: Census, path: Path, container: Json) -> None:
    census.form.integer((*path, "accent_color"), container.get("accent_color"), 0, 0xFFFFFF)
    census.form.flag((*path, "spoiler"), container.get("spoiler"))
    for place, child in census.form.objects((*path, "components"), container.get("components"), 1, 40):
        _check(census, place, child, IN_CONTAINER)


def _label(census: Census, path: Path, label: Json) -> None:
    census.form.text((*path, "label"), label.get("label"), 1, 45)
    census.form.text((*path, "description"), label.get("description"), 0, 100, required=False)
    child = label.get("component")
    if not isinstance(child, dict):
        census.form.missing((*path, "component"))
        return
    _check(census, (*path, "component"), child, IN_LABEL)


def _choices(census: Census, path: Path, group: Json) -> None:
    census.custom_id(path, group)
    _check_options(census, path, group, 2 if group["type"] == Part.RADIO_GROUP else 1, 10)


def _plain_input(census: Census, path: Path, field_: Json) -> None:
    census.custom_id(path, field_)


CHECKS: dict[Part, Callable[[Census, Path, Json], None]] = {
    Part.ROW: _row,
    Part.BUTTON: _button,
    Part.STRING_SELECT: _select,
    Part.TEXT_INPUT: _text_input,
    Part.USER_SELECT: _select,
    Part.ROLE_SELECT: _select,
    Part.MENTIONABLE_SELECT: _select,
    Part.CHANNEL_SELECT: _select,
    Part.SECTION: _section,
    Part.TEXT_DISPLAY: _text_display,
    Part.THUMBNAIL: _thumbnail,
    Part.MEDIA_GALLERY: _gallery,
    Part.FILE: _file,
    Part.SEPARATOR: _separator,
    Part.CONTAINER: _container,
    Part.LABEL: _label,
    Part.FILE_UPLOAD: _plain_input,
    Part.RADIO_GROUP: _choices,
    Part.CHECKBOX_GROUP: _choices,
    Part.CHECKBOX: _plain_input,
}
