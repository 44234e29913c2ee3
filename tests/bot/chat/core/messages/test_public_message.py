"""Public messages before posting: first line, names, Discord's limits."""

from dataclasses import replace

import discord
import pytest
from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.messages.public_message import (
    CONTENT_LIMIT,
    HEADLINE_LIMIT,
    PublicMessage,
    SheetScene,
    classic_view,
    cut_lines,
    fitting_headline,
    name_variants,
    plain_name,
)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Anna", "Anna"),
        ("**Anna**", "Anna"),
        ("a_b", "a_b"),
        ("__Anna__", "Anna"),
        ("<@1>", "@\u200b1"),
        ("@everyone", "@\u200beveryone"),
        ("`x`||y||", "xy"),
        ("a\nb\u202ec", "abc"),
        ("https://example.org", "https example.org"),
        ("***", "?"),
        ("", "?"),
        ("Ärger 😀 漢字", "Ärger 😀 漢字"),
        ("x" * 40, "x" * 31 + "…"),
    ],
)
def test_names_become_plain_text(name: str, text: str) -> None:
    assert plain_name(name) == text


def test_names_are_shortened_until_the_line_fits() -> None:
    names = ["A" * 32, "B" * 32]
    line = fitting_headline(lambda short: f"{'x' * 30} · {short[0]} · {short[1]} to move", names)
    assert len(line) <= HEADLINE_LIMIT
    assert line.endswith(" to move"), "what is to be done is not cut off"
    assert "A…" in line
    assert "B…" in line
    assert len(fitting_headline(lambda _: "x" * 300, [])) == HEADLINE_LIMIT


@pytest.mark.assumes("content-2000")
def test_a_too_long_body_keeps_the_closing() -> None:
    body = "\n".join(f"line {number} <@{number}>" for number in range(400))
    message = PublicMessage("Tablut #3", body, "<@1>, it is your turn.")
    assert len(message.content) <= CONTENT_LIMIT
    lines = message.content.split("\n")
    assert lines[0] == "**Tablut #3**"
    assert lines[-1] == "<@1>, it is your turn."
    assert lines[-2] == "…"
    assert lines[-3].endswith(">"), "no mention is cut in two"


def test_exactly_fitting_text_is_uncut() -> None:
    assert cut_lines("ab\ncd", 5) == "ab\ncd"
    assert cut_lines("ab\ncd", 4) == "ab\n…"
    assert PublicMessage("a", "b" * (CONTENT_LIMIT - 8), "c").content.count("b") == CONTENT_LIMIT - 8


def test_empty_parts_add_no_line() -> None:
    assert PublicMessage("a").content == "**a**"
    assert PublicMessage("a", closing="c").content == "**a**\nc"


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("Tablut #3 · Anna: e5-e6", "**Tablut #3 · Anna: e5-e6**"),
        ("#3 begins", "**#3 begins**"),
        ("**Cup** is over", "**Cup is over**"),
        ("**Cup is over**", "**Cup is over**"),
        ("### Cup", "### Cup"),
        ("-# small", "-# small"),
        (" <@1> wins ", "**<@1> wins**"),
        ("", ""),
        ("****", "****"),
    ],
)
def test_bold_wraps_the_whole_line(line: str, text: str) -> None:
    assert layouts.bold(line) == text


@pytest.mark.assumes("classic-rows")
def test_at_most_five_rows_of_five_buttons() -> None:
    rows = [[layouts.button("x", custom_ids.write("games", row, n)) for n in range(7)] for row in range(7)]
    rows_of_view = classic_view(rows).to_components()
    assert len(rows_of_view) == 5
    assert not [row for row in rows_of_view if len(row["components"]) != 5]


MENU = layouts.Menu("pick:1", "Which?", (discord.SelectOption(label="a", value="a"),))


def buttons(first: int, number: int) -> tuple[layouts.Button, ...]:
    return tuple(layouts.button(f"L{each}", f"verb:{each}") for each in range(first, first + number))


def test_buttons_follow_the_menu() -> None:
    message = PublicMessage(
        "A", rows=(buttons(1, 2), buttons(3, 6), *(buttons(10 * row, 1) for row in range(1, 5)))
    )
    shown = [
        (item.row, item.label, item.custom_id)
        for item in message.view().children
        if isinstance(item, ui.Button)
    ]
    assert shown[:2] == [(0, "L1", "verb:1"), (0, "L2", "verb:2")]
    assert [row for row, _, _ in shown] == [0, 0, 1, 1, 1, 1, 1, 2, 3, 4]
    with_menu = replace(message, menu=MENU)
    items = with_menu.view().children
    assert isinstance(items[0], ui.Select)
    assert [item.row for item in items][:3] == [0, 1, 1]
    assert max(item.row or 0 for item in items) == 4
    assert "pick:1" in with_menu.custom_ids()
    assert "verb:1" in with_menu.custom_ids()


def test_doors_join_the_first_row_with_room() -> None:
    message = PublicMessage("A", rows=(buttons(1, 3), buttons(4, 1)))
    assert message.with_doors(()) is message
    assert [len(row) for row in message.with_doors(buttons(8, 2)).rows] == [5, 1]
    assert [len(row) for row in message.with_doors(buttons(8, 3)).rows] == [3, 1, 3]
    assert [len(row) for row in PublicMessage("A").with_doors(buttons(8, 1)).rows] == [1]


def test_a_closed_message_has_a_remark_and_no_buttons() -> None:
    message = PublicMessage("A", "body", "<@1>", (buttons(1, 1),), menu=MENU)
    ended = message.close("Over.")
    assert (ended.content, ended.rows, ended.menu) == ("**A**\nbody\n<@1>\nOver.", (), None)
    assert replace(message, closing="").close("Over.").content == "**A**\nbody\nOver."
    assert (message.without_buttons().rows, message.without_buttons().closing) == ((), "<@1>")
    drawn = replace(message, scene=SheetScene((), "no board"))
    assert drawn.without_picture() == message
    assert drawn.without_buttons() == replace(drawn, rows=(), menu=None)
    assert drawn.close("Over.").scene == drawn.scene


def test_a_long_body_loses_its_last_lines_and_keeps_the_closing() -> None:
    lines = [f"line {number} {'x' * 50}" for number in range(60)]
    content = PublicMessage("A", "\n".join(lines), "<@1>, your turn").content
    assert len(content) <= CONTENT_LIMIT
    assert content.endswith("\n<@1>, your turn")
    assert content.startswith("**A**\nline 0 ")


def test_name_variants_get_shorter_and_lose_their_markup() -> None:
    variants = name_variants("**Annabel** of the Long and Winding Road")
    assert [len(name) for name in variants] == sorted((len(name) for name in variants), reverse=True)
    assert variants[0] == "**Annabel** of the Long and Winding Road"
    assert len(variants[-1]) <= 10
    assert name_variants("Ben") == ("Ben",)
    assert name_variants(" ") == ()
    assert plain_name("__a__@everyone://x") == "a_@\u200beveryone x"
    assert plain_name("***") == "?"


@pytest.mark.assumes("content-2000")
@pytest.mark.parametrize("closing", ["", "<@1>, it is your turn."])
def test_a_message_fills_the_limit_to_the_last_character(closing: str) -> None:
    room = CONTENT_LIMIT - len("**Tablut #3**\n") - (len(closing) + 1 if closing else 0)
    lengths = [len(PublicMessage("Tablut #3", "x" * size, closing).content) for size in (room - 2, room + 9)]
    assert min(lengths) >= CONTENT_LIMIT - 2
    assert max(lengths) <= CONTENT_LIMIT
