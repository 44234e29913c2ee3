"""The first lines of private pages."""

import pytest
from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts

PARAGRAPH = "A paragraph that explains something at length is no headline. " * 3
BUTTON = layouts.button("x", custom_ids.write("games"))


def first_text(view: ui.LayoutView) -> str:
    return next(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))


@pytest.mark.parametrize(
    ("content", "shown"),
    [
        ("Whom do you challenge?", "**Whom do you challenge?**"),
        ("<@1> has no rating\n-# yet", "**<@1> has no rating**\n-# yet"),
        ("### Settings\nThreads", "### Settings\nThreads"),
        ("**Threads:** on", "**Threads:** on"),
        ("-# small", "-# small"),
        (PARAGRAPH, PARAGRAPH),
    ],
)
def test_the_first_line_of_a_page_is_bold(content: str, shown: str) -> None:
    assert first_text(layouts.page(layouts.text(content), layouts.text("more"))) == shown


def test_a_line_next_to_a_button_is_bold() -> None:
    row = layouts.buttons(layouts.button("y", custom_ids.write("games", 1)))
    assert first_text(layouts.page(row, layouts.section_with_button("Undo?", BUTTON))) == "**Undo?**"


def test_a_note_is_not_bold() -> None:
    assert first_text(layouts.note("You have entered.")) == "You have entered."
