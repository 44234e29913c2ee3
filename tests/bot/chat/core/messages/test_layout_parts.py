"""Parts of layouts: fields of forms, buttons and menus, as Discord gets them."""

from typing import Any

import discord
import pytest
from discord import ui

from bot.chat.core.messages import layouts
from bot.chat.core.messages.public_message import classic_view
from bot.chat.core.pictures import Picture
from bot.locale import Texts
from render import Orientation

OPTIONS = (discord.SelectOption(label="One", value="1"), discord.SelectOption(label="Two", value="2"))
LONG = "x" * 200


def sent(view: Any) -> Any:
    return view.to_components()


@pytest.mark.parametrize(("value", "shown"), [("22-7", "22-7"), ("", None)])
def test_a_field_is_prefilled_and_optional(value: str, shown: str | None) -> None:
    form = layouts.form("Quiet hours", "fp:quiet-set")
    form.add_item(layouts.field("hours", "Hours", "From and to", value, 20))
    (label,) = sent(form)
    line = label["component"]
    assert (label["label"], label["description"]) == ("Hours", "From and to")
    assert (line["custom_id"], line.get("value"), line["required"], line["max_length"]) == (
        "hours",
        shown,
        False,
        20,
    )
    assert line.get("min_length") is None


def test_long_labels_are_cut() -> None:
    assert len(layouts.form(LONG, "fp:x").title) == 45
    assert len(str(layouts.button(LONG, "fp:x").label)) == 80
    view = ui.LayoutView()
    view.add_item(layouts.select("fp:x", LONG, OPTIONS))
    view.add_item(ui.ActionRow(layouts.Menu("fp:y", LONG, OPTIONS).item()))
    menus = [row["components"][0] for row in sent(view)]
    assert [(menu["custom_id"], len(menu["placeholder"])) for menu in menus] == [("fp:x", 150), ("fp:y", 150)]
    assert [[option["value"] for option in menu["options"]] for menu in menus] == [["1", "2"]] * 2


def test_a_disabled_button_says_so_in_its_label() -> None:
    for code, label in (("en", "Join (off)"), ("de", "Join (aus)")):
        button = layouts.disable(layouts.button("Join", "fp:join:3"), Texts.load().language(code))
        assert (button.label, button.disabled) == (label, True)


def test_a_classic_message_keeps_at_most_five_rows_of_buttons() -> None:
    styles = (discord.ButtonStyle.success, discord.ButtonStyle.danger)
    rows = [
        [layouts.button(f"{row}.{at}", f"fp:x:{row}:{at}", style, "🐎") for at, style in enumerate(styles)]
        for row in range(6)
    ]
    menu = layouts.Menu("fp:y", "Choose", OPTIONS)
    for above, shown in ((None, 5), (menu, 4)):
        parts = [part["components"] for part in sent(classic_view(rows, above))]
        (first, *_), buttons = parts[0], parts[len(parts) - shown :]
        assert (first["custom_id"] == "fp:y") is (above is not None)
        assert [
            [(part["label"], part["custom_id"], part["style"], part["emoji"]["name"]) for part in row]
            for row in buttons
        ] == [
            [(f"{row}.{at}", f"fp:x:{row}:{at}", style.value, "🐎") for at, style in enumerate(styles)]
            for row in range(shown)
        ]
    full = classic_view([[layouts.button(str(at), f"fp:x:{at}") for at in range(6)]])
    assert [len(part["components"]) for part in sent(full)] == [5]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Your turn\nand more", "**Your turn**\nand more"),
        ("## Games\nand more", "## Games\nand more"),
        ("Now **Anna** moves\nand more", "Now **Anna** moves\nand more"),
        ("x" * 120, f"**{'x' * 120}**"),
        ("x" * 121, "x" * 121),
    ],
    ids=["a line", "a heading", "bold already", "a long line", "a paragraph"],
)
def test_the_first_line_of_a_page_is_bold(text: str, first: str) -> None:
    (frame,) = sent(layouts.page(layouts.text(text), layouts.text("Below")))
    assert [part["content"] for part in frame["components"]] == [first, "Below"]


def test_texts_are_cut_with_an_ellipsis_and_small_marks_each_line() -> None:
    (whole,), (cut,) = (sent(layouts.note("x" * size)) for size in (3900, 3901))
    assert (whole["content"], cut["content"]) == ("x" * 3900, f"{'x' * 3899}…")
    assert (layouts.small("a\n\nb"), layouts.small("")) == ("-# a\n-# b", "")


def test_a_mirrored_board_is_noted_below_its_picture() -> None:
    t = Texts.load().language("en")
    for orientation in Orientation:
        blocks = layouts.picture_blocks("conhex", Picture(b"", "words", orientation), t)
        note = [block.content for block in blocks if isinstance(block, ui.TextDisplay)]
        assert note == [f"-# {t('conhex.words.mirrored')}"] * (orientation is Orientation.MIRRORED)


@pytest.mark.parametrize(
    ("number", "sizes"),
    [(0, []), (1, [1]), (25, [25]), (26, [13, 13]), (51, [17, 17, 17]), (53, [18, 18, 17])],
)
def test_many_options_are_split_into_menus_of_similar_size(number: int, sizes: list[int]) -> None:
    menus = layouts.in_menus(range(number))
    assert [len(menu) for menu in menus] == sizes
    assert [option for menu in menus for option in menu] == list(range(number))
