"""A page or a message as one readable text, for approval."""

from collections.abc import Iterator
from typing import Any

from discord import ButtonStyle, ui
from discord.ui.select import BaseSelect

from bot.chat.core.messages.public_message import PublicMessage
from bot.chat.core.pictures import Pictures
from tests.galleries import GALLERY

_PICTURES = Pictures(GALLERY)


def page_text(view: ui.View | ui.LayoutView | ui.Modal) -> str:
    """Return a page's or form's content: texts, picture descriptions, files, buttons, fields, menus."""
    title = [f"[form] {view.title} ({view.custom_id})"] if isinstance(view, ui.Modal) else []
    return "\n".join([*title, *_text_lines(view), ""])


def message_text(message: PublicMessage) -> str:
    """Return a message's content, with a description of its picture."""
    return page_text(message.layout(None if message.scene is None else message.scene.words(_PICTURES)))


def _text_lines(view: ui.View | ui.LayoutView | ui.Modal) -> Iterator[str]:
    for item in view.walk_children():
        if isinstance(item, ui.TextDisplay):
            yield item.content
        elif isinstance(item, ui.Thumbnail):
            yield f"[picture] {item.description}"
        elif isinstance(item, ui.MediaGallery):
            yield from (f"[picture] {media.description}" for media in item.items)
        elif isinstance(item, ui.File):
            yield f"[file] {item.media.url.removeprefix('attachment://')}"
        elif isinstance(item, ui.Button):
            yield _button_line(item)
        elif isinstance(item, ui.Label):
            yield f"[field] {item.text}" + (f" · {item.description}" if item.description else "")
        elif isinstance(item, ui.TextInput):
            yield _input_line(item)
        elif isinstance(item, BaseSelect):
            yield _menu_line(item, in_form=isinstance(view, ui.Modal))
            yield from _option_lines(item)


def _button_line(button: ui.Button[Any]) -> str:
    """Name the colour unless it is the usual grey; a link has none."""
    is_grey = button.style in {ButtonStyle.secondary, ButtonStyle.link}
    kind = "button" if is_grey else f"{button.style.name} button"
    label = " ".join(str(part) for part in (button.emoji, button.label) if part)
    return f"[{kind}] {label} ({button.custom_id or button.url})" + " off" * button.disabled


def _menu_line(menu: BaseSelect[Any], *, in_form: bool) -> str:
    """Name the number of choices unless it is one; only forms can leave a menu empty."""
    count = "" if menu.min_values == menu.max_values == 1 else f" {menu.min_values} to {menu.max_values}"
    optional = " optional" * (in_form and not menu.required)
    return f"[menu] {menu.placeholder or ''} ({menu.custom_id}){count}{optional}" + " off" * menu.disabled


def _input_line(field: ui.TextInput[Any]) -> str:
    optional = "" if field.required else "optional"
    length = f"{field.min_length or 0} to {field.max_length} characters" if field.max_length else ""
    default = f'"{field.default}"' if field.default else ""
    parts = [part for part in (field.placeholder, default, optional, length) if part]
    return f"  _ {' · '.join(parts)} ({field.custom_id})"


def _option_lines(menu: BaseSelect[ui.LayoutView]) -> Iterator[str]:
    if isinstance(menu, ui.Select):
        for option in menu.options:
            description = f" · {option.description}" if option.description else ""
            yield f"  {'*' if option.default else '-'} {option.label}{description} ({option.value})"
    elif isinstance(menu, ui.ChannelSelect | ui.RoleSelect | ui.UserSelect):
        yield from (f"  * {default.type.name} {default.id}" for default in menu.default_values)
