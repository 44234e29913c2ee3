"""Alt text fits exactly."""

import pytest

from render.contract.alt_text import Sentence, fit, plain

_TWO = (Sentence("first one", "one"), Sentence("second two", "two"))


@pytest.mark.parametrize(
    ("limit", "text"),
    [
        (20, "first one second two"),
        (19, "first one two"),
        (13, "first one two"),
        (12, "one two"),
        (7, "one two"),
        (6, "one t\u2026"),
    ],
)
def test_sentences_are_shortened_only_when_they_must_be(limit: int, text: str) -> None:
    assert fit(_TWO, limit) == text
    assert len(text) <= limit


@pytest.mark.parametrize(("limit", "text"), [(5, "whole"), (4, "who\u2026")])
def test_what_cannot_be_shortened_is_cut_only_when_it_must_be(limit: int, text: str) -> None:
    assert fit([plain("whole")], limit) == text
