"""Public messages before they are sent: their first line, and how much Discord takes."""

import pytest

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.messages.public_message import (
    CONTENT_LIMIT,
    HEADLINE_LIMIT,
    PublicMessage,
    classic_view,
    cut_lines,
    fitting_headline,
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
def test_a_name_is_plain_text(name: str, text: str) -> None:
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
def test_the_closing_stays_where_the_body_is_too_long() -> None:
    body = "\n".join(f"line {number} <@{number}>" for number in range(400))
    message = PublicMessage("Tablut #3", body, "<@1>, it is your turn.")
    assert len(message.content) <= CONTENT_LIMIT
    lines = message.content.split("\n")
    assert lines[0] == "**Tablut #3**"
    assert lines[-1] == "<@1>, it is your turn."
    assert lines[-2] == "…"
    assert lines[-3].endswith(">"), "no mention is cut in two"


def test_what_fits_exactly_is_whole() -> None:
    assert cut_lines("ab\ncd", 5) == "ab\ncd"
    assert cut_lines("ab\ncd", 4) == "ab\n…"
    assert PublicMessage("a", "b" * (CONTENT_LIMIT - 8), "c").content.count("b") == CONTENT_LIMIT - 8


def test_nothing_empty_is_a_line() -> None:
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
def test_a_line_is_bold_as_a_whole(line: str, text: str) -> None:
    assert layouts.bold(line) == text


@pytest.mark.assumes("classic-rows")
def test_at_most_five_rows_of_five() -> None:
    rows = [[layouts.button("x", custom_ids.write("games", row, n)) for n in range(7)] for row in range(7)]
    rows_of_view = classic_view(rows).to_components()
    assert len(rows_of_view) == 5
    assert not [row for row in rows_of_view if len(row["components"]) != 5]
