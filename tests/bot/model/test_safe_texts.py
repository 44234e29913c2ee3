"""Untrusted texts: cleaned, cut, refused."""

import pytest

from bot.model.texts import MAX_MOVE_LENGTH, readable, storable
from rules.contract import InvalidMove


@pytest.mark.parametrize(
    ("text", "longest", "stored"),
    [
        ("Grüße", 10, "Grüße"),
        ("Grüße", 3, "Grü"),
        ("a\x00b\nc\td\x7f", 10, "abcd"),
        ("a\ud800b", 10, "a?b"),
        ("\x00\x00ab", 2, "ab"),
    ],
)
def test_stored_texts_are_cleaned_then_truncated(text: str, longest: int, stored: str) -> None:
    assert storable(text, longest) == stored


def test_a_typed_move_of_maximum_length_is_unchanged() -> None:
    assert readable("x" * MAX_MOVE_LENGTH) == "x" * MAX_MOVE_LENGTH


@pytest.mark.parametrize(
    ("text", "reason"),
    [("x" * (MAX_MOVE_LENGTH + 1), "too-long"), ("a1\nb2", "unprintable"), ("a1\ud800", "unprintable")],
)
def test_an_invalid_move_text_is_refused(text: str, reason: str) -> None:
    with pytest.raises(InvalidMove) as error:
        readable(text)
    assert error.value.reason == reason
