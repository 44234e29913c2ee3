"""Chat texts as plain words on the web page."""

import pytest

from bot.features.web.pages.words import plain, plain_lines
from tests.bot.chat.presses import TEXTS

NAMES = {1001: "Anna", -5: "*Ben*"}
EN, DE = TEXTS.language("en"), TEXTS.language("de")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**bold**, __underlined__ and `code`", "bold, underlined and code"),
        ("<@1001> (red): **f6** *(as planned)*", "Anna (red): f6 (as planned)"),
        ("*one* and *two*", "one and two"),
        ("\\*Anna\\* plays 9 * 10, and 2*3*4", "*Anna* plays 9 * 10, and 2*3*4"),
        ("<@!-5> and <@77>", "*Ben* and someone"),
        ("### Title\n-# small\n> quoted", "Title\nsmall\nquoted"),
        ("[words](https://a.example/b) and [x](no link)", "words and [x](no link)"),
        ("until <t:1795176000:R> in <#70>", "until 2026-11-20 12:00 UTC in its channel"),
        ("a\\_b \\[c\\] \\`d\\` 1\\. e", "a_b [c] `d` 1. e"),
    ],
)
def test_markup_is_removed(text: str, expected: str) -> None:
    assert plain(text, NAMES, EN) == expected


def test_unknown_people_are_called_someone() -> None:
    assert plain("<@77>", NAMES, DE) == DE("person.someone") != EN("person.someone")


def test_empty_lines_are_omitted() -> None:
    assert plain_lines("a\n\n**b**\n", NAMES, EN) == ("a", "b")
