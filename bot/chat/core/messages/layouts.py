"""The building blocks of messages, as Components V2: texts, pictures, rows of buttons and selects.

Views made here are stopped immediately: the custom_id alone identifies a press, so no state is needed between
a message and its press.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import discord
from discord import ui
from discord.ui.select import BaseSelect

from bot.chat.core.custom_ids import of_epoch as custom_ids_of
from bot.chat.core.messages.files import ANIMATION, AttachedFile, Document
from bot.chat.core.messages.message_budget import fitting
from bot.chat.core.pictures import PICTURE, Picture
from bot.locale import Language
from render import Orientation

ACCENT = discord.Colour(0xB8863B)
DONE = discord.Colour(0x6B7A6F)
LABEL_LIMIT = 80
SELECT_LIMIT = 25
PLACEHOLDER_LIMIT = 150
FORM_TITLE_LIMIT = 45
TEXT_LIMIT = 3900
_LINE_MARKS = ("# ", "## ", "### ", "-# ")
_MAX_HEADLINE_LENGTH = 120

Button = ui.Button[Any]
Block = (
    ui.TextDisplay[Any]
    | ui.MediaGallery[Any]
    | ui.ActionRow[Any]
    | ui.Separator[Any]
    | ui.Section[Any]
    | ui.File[Any]
)
_One = TypeVar("_One")
_Sent = TypeVar("_Sent", ui.View, ui.LayoutView, ui.Modal, ui.View | ui.LayoutView)
Page = tuple[ui.LayoutView, list[Picture]]
"""A private page and its pictures."""
PageWithFiles = tuple[ui.LayoutView, list[AttachedFile]]
"""A private page and its files."""


def text(content: str) -> Block:
    """Return a markdown block, cut to Discord's limit."""
    return ui.TextDisplay(content if len(content) <= TEXT_LIMIT else content[: TEXT_LIMIT - 1] + "…")


def bold(line: str) -> str:
    """Return a line in bold as a whole; headings, small and empty lines stay unchanged."""
    words = line.replace("**", "").strip()
    return line if not words or line.startswith(_LINE_MARKS) else f"**{words}**"


def picture(words: str, name: str = PICTURE) -> Block:
    """Return the block of the message's picture, or of a named picture, with its alt text."""
    return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}", description=words))


def animation(words: str) -> Block:
    """Return the block of the message's animation, with its alt text."""
    return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{ANIMATION}", description=words))


def document(file: Document) -> Block:
    """Return the block of a file for download."""
    return ui.File(f"attachment://{file.name}")


def picture_blocks(key: str, file: Picture, t: Language) -> list[Block]:
    """Return a game's picture, with a note if it mirrors the board."""
    note = mirrored_note(key, file.orientation, t)
    return [picture(file.words), text(note)] if note else [picture(file.words)]


def mirrored_note(key: str, orientation: Orientation, t: Language) -> str:
    """Return the note that a picture mirrors the board; empty if it does not."""
    return f"-# {t(f'{key}.words.mirrored')}" if orientation is Orientation.MIRRORED else ""


def words_on(message: discord.Message) -> str:
    """Return the alt text of a message's picture."""
    galleries = (part for part in _parts(message) if isinstance(part, discord.MediaGalleryComponent))
    return next((media.description or "" for gallery in galleries for media in gallery.items), "")


def media_on(message: discord.Message) -> Iterator[discord.UnfurledMediaItem]:
    """Yield the pictures in a message's components."""
    for part in _parts(message):
        if isinstance(part, discord.MediaGalleryComponent):
            yield from (item.media for item in part.items)


def _parts(message: discord.Message) -> Iterator[discord.Component]:
    """Yield a message's components, containers before their contents."""
    waiting: list[discord.Component] = list(reversed(message.components))
    while waiting:
        part = waiting.pop()
        yield part
        beside = [part.accessory] if isinstance(part, discord.SectionComponent) else []
        waiting += [*beside, *reversed(getattr(part, "children", ()))]


def button(
    label: str,
    custom_id: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    icon: str | None = None,
) -> Button:
    """Return a button, with `icon` as an emoji before its label; long labels are cut."""
    return ui.Button(label=label[:LABEL_LIMIT], custom_id=custom_id, style=style, emoji=icon)


def disable(button: Button, t: Language) -> Button:
    """Disable a button and say so in its label.

    VoiceOver does not announce it (discord-api-docs issue 4389).
    """
    button.disabled = True
    button.label = t("button.disabled", label=button.label or "")
    return button


def buttons(*row: Button) -> Block:
    """Return a row of at most five buttons."""
    return ui.ActionRow(*row)


def separator() -> Block:
    """Return a thin line between two blocks."""
    return ui.Separator()


def small(lines: str) -> str:
    """Return markdown lines in small print; an empty text stays empty."""
    return "\n".join(f"-# {line}" for line in lines.splitlines() if line)


def section_with_button(content: str, button: Button) -> Block:
    """Return a markdown block with a button next to it."""
    return ui.Section(ui.TextDisplay(content), accessory=button)


def with_thumbnail(content: str, words: str) -> Block:
    """Return a markdown block with a thumbnail of the message's picture next to it."""
    picture: ui.Thumbnail[Any] = ui.Thumbnail(f"attachment://{PICTURE}", description=words)
    return ui.Section(ui.TextDisplay(content), accessory=picture)


@dataclass(frozen=True, slots=True)
class Menu:
    """A select of at most 25 options in a public message."""

    custom_id: str
    placeholder: str
    options: tuple[discord.SelectOption, ...]

    def item(self, row: int | None = None) -> ui.Select[Any]:
        """Return the component; a classic message needs its row."""
        return ui.Select(
            custom_id=self.custom_id,
            placeholder=self.placeholder[:PLACEHOLDER_LIMIT],
            options=list(self.options),
            row=row,
        )


def select(custom_id: str, placeholder: str, options: Iterable[discord.SelectOption]) -> Block:
    """Return a row with a select of at most 25 options."""
    return ui.ActionRow(
        ui.Select(custom_id=custom_id, placeholder=placeholder[:PLACEHOLDER_LIMIT], options=list(options))
    )


def form(title: str, custom_id: str) -> ui.Modal:
    """Return an empty form; its fields are read by their custom_ids."""
    modal = ui.Modal(title=title[:FORM_TITLE_LIMIT], timeout=None, custom_id=custom_id)
    modal.stop()
    return modal


def field(custom_id: str, label: str, about: str, value: str, longest: int) -> ui.Label[Any]:
    """Return an optional line of a form, filled with the current value."""
    line: ui.TextInput[ui.View] = ui.TextInput(
        custom_id=custom_id, default=value or None, required=False, max_length=longest
    )
    return ui.Label(text=label, description=about, component=line)


def page(*blocks: Block, accent: discord.Colour = ACCENT) -> ui.LayoutView:
    """Return a message with the blocks in one framed container.

    Its first line is made bold, unless it is a heading, contains bold text, or is a paragraph.
    """
    _embolden(blocks)
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*fitting(blocks), accent_colour=accent))
    view.stop()
    return view


def _embolden(blocks: Iterable[Block]) -> None:
    parts = (part for block in blocks for part in (block, *getattr(block, "children", ())))
    first = next((part for part in parts if isinstance(part, ui.TextDisplay)), None)
    if first is not None:
        line, newline, rest = first.content.partition("\n")
        if "**" not in line and len(line) <= _MAX_HEADLINE_LENGTH:
            first.content = f"{bold(line)}{newline}{rest}"


def note(content: str, *below: Block) -> ui.LayoutView:
    """Return a text message, with blocks below the text."""
    view = ui.LayoutView(timeout=None)
    for block in (text(content), *below):
        view.add_item(block)
    view.stop()
    return view


def link(label: str, address: str) -> Button:
    """Return a link button."""
    return ui.Button(label=label[:LABEL_LIMIT], url=address)


def custom_ids(message: discord.Message) -> frozenset[str]:
    """Return the custom_ids of all buttons and menus in a message."""
    ids = (getattr(part, "custom_id", None) for part in _parts(message))
    return frozenset(custom_id for custom_id in ids if custom_id is not None)


def of_epoch(view: _Sent, epoch: int) -> _Sent:
    """Bind all buttons and menus of a view, and a form itself, to an epoch, in place."""
    if not epoch:
        return view
    if isinstance(view, ui.Modal):
        view.custom_id = custom_ids_of(view.custom_id, epoch)
    for item in view.walk_children():
        if isinstance(item, ui.Button | BaseSelect) and item.custom_id is not None:
            item.custom_id = custom_ids_of(item.custom_id, epoch)
    return view


def without_buttons(
    message: discord.Message, remark: str = "", reworded: Callable[[str], str] = str
) -> ui.LayoutView:
    """Return a posted message's layout without its buttons and menus, with a remark at the end."""
    view = _again(message)
    for item in list(view.walk_children()):
        if isinstance(item, ui.TextDisplay):
            item.content = reworded(item.content)
        if isinstance(item, ui.ActionRow):
            holder = item.parent if isinstance(item.parent, ui.Container) else view
            holder.remove_item(item)
    if remark:
        frame = next((item for item in view.children if isinstance(item, ui.Container)), None)
        (frame or view).add_item(text(remark))
    view.stop()
    return view


def replace_words(message: discord.Message, reword: Callable[[str], str]) -> ui.LayoutView:
    """Return a posted message's layout with replaced words, without pictures whose alt text would change."""
    view = _again(message)
    for item in list(view.walk_children()):
        if isinstance(item, ui.TextDisplay):
            item.content = reword(item.content)
        if isinstance(item, ui.MediaGallery) and any(
            reword(words) != words for words in (media.description or "" for media in item.items)
        ):
            holder = item.parent if isinstance(item.parent, ui.Container) else view
            holder.remove_item(item)
    view.stop()
    return view


def words_in(message: discord.Message) -> list[str]:
    """Return all texts of a message of Components V2."""
    return [part.content for part in _parts(message) if isinstance(part, discord.TextDisplay)]


def classic_again(message: discord.Message) -> ui.View | None:
    """Return a classic message's components, to send again with an edit; None if it has none."""
    if not message.components:
        return None
    view = ui.View.from_message(message, timeout=None)
    view.stop()
    return view


def _again(message: discord.Message) -> ui.LayoutView:
    """Return a posted message's layout; pictures refer to attachments, since links to them expire."""
    view = ui.LayoutView.from_message(message, timeout=None)
    for item in view.walk_children():
        if isinstance(item, ui.MediaGallery):
            item.items = [
                discord.MediaGalleryItem(f"attachment://{PICTURE}", description=media.description)
                for media in item.items
            ]
    return view


def in_menus(options: Sequence[_One]) -> list[list[_One]]:
    """Return options divided into menus of about equal size within Discord's limit."""
    menus = -(-len(options) // SELECT_LIMIT)
    size = -(-len(options) // menus) if menus else 0
    return [list(options[start : start + size]) for start in range(0, len(options), size or 1)]
