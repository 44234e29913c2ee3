"""A page as one readable text, to be approved as a whole."""

from collections.abc import Iterator

from discord import ui

from bot.chat.core.pictures import Picture


def page_text(view: ui.LayoutView, *pictures: Picture) -> str:
    """Return all that a page shows, in its order: texts, buttons and menus, and its pictures' words."""
    return "\n".join([*_text_lines(view), *(f"[picture] {picture.words}" for picture in pictures), ""])


def _text_lines(view: ui.LayoutView) -> Iterator[str]:
    for item in view.walk_children():
        if isinstance(item, ui.TextDisplay):
            yield item.content
        elif isinstance(item, ui.Button):
            yield f"[button] {item.label} ({item.custom_id or item.url})" + " off" * item.disabled
        elif isinstance(item, ui.Select):
            yield f"[menu] {item.placeholder} ({item.custom_id})"
            for option in item.options:
                described = f" · {option.description}" if option.description else ""
                yield f"  {'*' if option.default else '-'} {option.label}{described} ({option.value})"
