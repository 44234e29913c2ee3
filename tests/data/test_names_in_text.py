"""Names in texts: found as whole words, in Markdown and in the genitive, never within other words."""

import pytest

from data.names_in_text import NamesInText, first_word, words_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Anna did not come", "… did not come"),
        ("ANNA, anna", "…, …"),
        ("_Anna_ and __Anna__", "_…_ and __…__"),
        ("*Anna* **Anna** ***Anna***", "*…* **…** ***…***"),
        ("~~Anna~~ ||Anna|| `Anna` > Anna", "~~…~~ ||…|| `…` > …"),
        ("_Anna has won_, _lost to Anna_", "_… has won_, _lost to …_"),
        ("**_Annas_ Zug**", "**_…_ Zug**"),
        ("Annas Zug", "… Zug"),
        ("Anna's move, *Anna\u2019s* move", "…'s move, *…\u2019s* move"),
        ("Anna-Sieg, Anna/Ben, (Anna)", "…-Sieg, …/Ben, (…)"),
        ("Annabelle, Susanna, Annas2, Hannas", "Annabelle, Susanna, Annas2, Hannas"),
        ("Anna_2, x_Anna, Anna_x_, Anna2", "Anna_2, x_Anna, Anna_x_, Anna2"),
        ("Annasson, Annass", "Annasson, Annass"),
    ],
)  # fmt: skip
def test_a_name_matches_only_whole_words(text: str, expected: str) -> None:
    names = NamesInText(["Anna"], any_case=True)
    assert names.replace_names(text, "…") == expected
    assert names.occurs_in(text) is (expected != text)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("Hans", "Hans' Zug, Hansens Zug, Hanss", "…' Zug, … Zug, Hanss"),
        ("Max", "Max' Zug, Maxens Zug, Maxs", "…' Zug, … Zug, Maxs"),
        ("Fritz", "Fritzens Zug", "… Zug"),
        ("FRITZ", "Fritzens Zug, FRITZs", "… Zug, FRITZs"),
        ("Groß", "Großens Zug", "… Zug"),
        ("Jo", "Jos Zug", "… Zug"),
        ("J", "J zieht, Js", "… zieht, Js"),
        ("anna_99", "_anna_99_, anna_99s", "_…_, anna_99s"),
        ("_x_", "_x_ wins", "… wins"),
        ("Anna (she)", "so Anna (she) wins", "so … wins"),
        ("Anna Maria", "Anna Marias Zug", "… Zug"),
        ("★", "★ zieht, ★s", "… zieht, ★s"),
    ],
)
def test_genitive_endings_depend_on_the_name(name: str, text: str, expected: str) -> None:
    assert NamesInText([name], any_case=True).replace_names(text, "…") == expected


def test_the_longest_name_is_replaced_first() -> None:
    assert NamesInText(["Anna", "Anna Maria"], any_case=True).replace_names("Anna Maria", "…") == "…"


def test_blank_names_leave_the_text_unchanged() -> None:
    assert NamesInText(["", " "], any_case=True).replace_names("Anna", "…") == "Anna"


def test_matching_is_case_sensitive_on_request() -> None:
    assert NamesInText(["Will"], any_case=False).replace_names("Will will", "…") == "… will"


@pytest.mark.parametrize(
    ("name", "word"),
    [("Anna Maria", "anna"), ("  *Ben*", "ben"), ("Groß", "gross"), (" !? ", "!?"), ("J.R.", "j")],
)
def test_the_first_word_of_a_name(name: str, word: str) -> None:
    assert first_word(name) == word


def test_words_include_forms_without_genitive() -> None:
    assert words_of("Annas Zug, Hansens, ANNA!") == {"annas", "anna", "zug", "hansens", "hans", "hansen"}
    assert words_of("") == frozenset()
