"""Custom_ids of the running epoch on buttons, menus and forms."""

import discord
from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts

EPOCH = 467_000


def ids_of(view: ui.LayoutView | ui.View | ui.Modal) -> set[str]:
    ids = (getattr(item, "custom_id", None) for item in view.walk_children())
    return {custom_id for custom_id in ids if custom_id is not None}


def test_nested_buttons_and_menus_get_the_epoch() -> None:
    look, more = custom_ids.write("look", 3), custom_ids.write("more", 3, 17)
    option = discord.SelectOption(label="Game #3", value="3")
    page = layouts.page(
        layouts.section_with_button("A challenge", layouts.button("Look", look)),
        layouts.buttons(layouts.button("More", more), layouts.link("Rules", "https://example.org")),
        layouts.select(custom_ids.write("open"), "Open", [option]),
        layouts.buttons(layouts.button("Old", custom_ids.of_epoch(more, EPOCH - 1))),
    )
    copy = layouts.of_epoch(page, EPOCH)
    assert ids_of(copy) == {
        *(custom_ids.of_epoch(custom_id, EPOCH) for custom_id in (look, more, "fp:open")),
        custom_ids.of_epoch(more, EPOCH - 1),
    }


def test_forms_get_the_epoch_but_their_fields_do_not() -> None:
    form = layouts.form("Quiet hours", custom_ids.write("quiet-set"))
    form.add_item(layouts.field("hours", "Hours", "From and to", "", 20))
    copy = layouts.of_epoch(form, EPOCH)
    assert copy.to_dict()["custom_id"] == custom_ids.of_epoch("fp:quiet-set", EPOCH)
    assert "hours" in str(copy.to_components())


def test_epoch_0_changes_nothing() -> None:
    page = layouts.note("Hello", layouts.buttons(layouts.button("More", "fp:more:3")))
    assert ids_of(layouts.of_epoch(page, 0)) == {"fp:more:3"}
