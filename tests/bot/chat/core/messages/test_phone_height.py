"""The estimated heights of a page's blocks on a phone."""

from typing import Any

import pytest
from discord import ui

from bot.chat.core.messages import layouts, phone_height
from bot.chat.core.messages.phone_height import BUTTON, GAP, MENU, WIDTH

LINE, SMALL, HEADING = 21, 18, 25


def row(*labels: str) -> layouts.Block:
    return layouts.buttons(*(layouts.button(label, f"fp:x:{number}") for number, label in enumerate(labels)))


def menu() -> layouts.Block:
    return ui.ActionRow(layouts.Menu("fp:y", "Choose", ()).item())


@pytest.mark.parametrize(
    ("block", "height"),
    [
        (row("a"), BUTTON),
        (row("a", "b", "c"), BUTTON),
        (row("a" * 12, "b" * 12), 2 * BUTTON + GAP),
        (row(*["a" * 12] * 3), 3 * BUTTON + 2 * GAP),
        (menu(), MENU),
        (layouts.text("one line"), LINE),
        (layouts.text("one line\n\nthird"), 3 * LINE),
        (layouts.text("a" * 31), LINE),
        (layouts.text(f"{'a' * 31} b"), 2 * LINE),
        (layouts.text("-# small"), SMALL),
        (layouts.text(f"-# {'a' * 30} bbb"), SMALL),
        (layouts.text(f"-# {'a' * 30} {'b' * 30}"), 2 * SMALL),
        (layouts.text("## Heading"), HEADING),
        (layouts.text("**bold** `code`"), LINE),
        (layouts.text(f"<@{'1' * 19}> <@{'2' * 19}> <@{'3' * 19}>"), LINE),
        (layouts.text(" ".join(f"<@{number}>" for number in range(4))), 2 * LINE),
        (layouts.section_with_button("one line", layouts.button("Look", "fp:look:3")), BUTTON),
        (layouts.section_with_button("a " * 36, layouts.button("Look", "fp:look:3")), 4 * LINE),
        (layouts.picture("words"), WIDTH * 1.5),
    ],
)
def test_each_block_has_its_height(block: ui.Item[Any], height: float) -> None:
    assert phone_height.height([block], 1.5) == height
    assert phone_height.height([block, row("a"), menu()], 1.5) == height + BUTTON + MENU + 2 * GAP


def test_no_blocks_have_zero_height() -> None:
    assert phone_height.height([], 1.5) == 0


def test_wide_letters_and_icons_widen_a_button() -> None:
    narrow, wide, emoji = (phone_height.button_width(label) for label in ("il", "mw", "\U0001f600"))
    assert narrow < phone_height.button_width("ab") < wide
    assert emoji == phone_height.button_width("") + 17
    assert phone_height.button_width("ab", icon=True) == phone_height.button_width("ab") + 26
