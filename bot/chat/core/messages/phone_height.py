"""The estimated height of a page on a phone: 360 pixels wide, with 590 for messages.

Sizes are those of the playground's page at 360 x 740, whose pictures are as wide as in a phone's client.
`tests/bot/chat/parts/moves/test_board_in_sight.py` measures pages there.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from discord import ui

COLUMN: Final = 590
"""The height between a channel's header and the input field."""
WIDTH: Final = 265
"""The width of pictures, texts and rows in a message's frame."""
GAP: Final = 8
BUTTON: Final = 38
MENU: Final = 42
_BUTTON_FRAME: Final = 28
_LETTER: Final = 8.9
_WIDTHS: Final[Mapping[str, float]] = {
    **dict.fromkeys("ijlI'|", 3.9),
    **dict.fromkeys(" .,:;·", 4.5),
    **dict.fromkeys("ftr-()[]", 5.9),
    **dict.fromkeys("mwMW→\N{MULTIPLICATION SIGN}…", 13.0),
}
"""Widths of letters on a button, in the widest font that the page may use."""
_EMOJI: Final = 17.0
_ICON: Final = 26.0
"""The width of an application emoji before a label, with its gap."""
_LINE, _SMALL_LINE, _HEADING = 21, 18, 23
_LINE_LETTERS: Final = 31
_SMALL_SHARE: Final = 1.17
_SECTION_GAP: Final = 10
_MARKUP: Final = re.compile(r"\*\*|__|`|<[@#!&:/][^>]*>")
_MENTION: Final = "@somebody"
_LAST_LETTER: Final = "\u2fff"


def button_width(label: str, *, icon: bool = False) -> float:
    """Return the width of a button in pixels."""
    return _BUTTON_FRAME + sum(map(_letter, label)) + _ICON * icon


def height(blocks: Iterable[ui.Item[Any]], picture: float) -> float:
    """Return the height of stacked blocks in pixels; `picture` is the picture's ratio of height to width."""
    heights = [_height(block, picture) for block in blocks]
    return sum(heights) + GAP * max(0, len(heights) - 1)


def _height(block: ui.Item[Any], picture: float) -> float:
    if isinstance(block, ui.MediaGallery):
        return WIDTH * picture
    if isinstance(block, ui.TextDisplay):
        return _text_height(block.content, WIDTH)
    if isinstance(block, ui.Section):
        return _section_height(block)
    if isinstance(block, ui.ActionRow):
        widths = [_button_width(item) for item in block.children if isinstance(item, ui.Button)]
        return _row_height(widths) if widths else MENU
    return 0


def _button_width(button: ui.Button[Any]) -> float:
    return button_width(button.label or "", icon=button.emoji is not None)


def _section_height(section: ui.Section[Any]) -> float:
    beside = section.accessory
    width = _button_width(beside) if isinstance(beside, ui.Button) else 72
    texts = [text.content for text in section.children if isinstance(text, ui.TextDisplay)]
    return max(BUTTON, sum(_text_height(text, WIDTH - width - _SECTION_GAP) for text in texts))


def _text_height(content: str, width: float) -> float:
    return sum(_line_height(line, width / WIDTH * _LINE_LETTERS) for line in content.split("\n"))


def _line_height(line: str, room: float) -> float:
    plain = _MARKUP.sub(lambda match: _MENTION if match[0].startswith("<") else "", line)
    if plain.startswith("-# "):
        return _SMALL_LINE * _line_count(plain[3:], room * _SMALL_SHARE)
    if plain.startswith("#"):
        return _HEADING * _line_count(plain.lstrip("# "), room / _SMALL_SHARE) + 2
    return _LINE * _line_count(plain, room)


def _line_count(text: str, room: float) -> int:
    """Return the number of lines of a wrapped text."""
    lines, length = 1, 0
    for word in text.split():
        if length and length + 1 + len(word) > room:
            lines, length = lines + 1, 0
        length += len(word) + bool(length)
    return lines


def _row_height(widths: Sequence[float]) -> int:
    """Return a row's height; buttons that do not fit wrap into further lines."""
    lines, width = 1, 0.0
    for wide in widths:
        if width and width + GAP + wide > WIDTH:
            lines, width = lines + 1, 0.0
        width += wide + GAP * bool(width)
    return lines * BUTTON + (lines - 1) * GAP


def _letter(sign: str) -> float:
    return _WIDTHS.get(sign, _EMOJI if sign > _LAST_LETTER else _LETTER)
