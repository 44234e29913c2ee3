"""Catalogue files: faults that no parser reports."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

BOT = Path(__file__).parents[3] / "bot"
FILES = sorted([*(BOT / "locale").glob("*/*.po"), *(BOT / "features").glob("*/texts/*.po")])
KEYWORD = re.compile(r"msgid|msgid_plural|msgstr|msgstr\[\d\]")


def may_follow(word: str, next_word: str) -> bool:
    """Return whether a catalogue line may follow another."""
    if word == "msgid":
        return next_word in {"msgstr", "msgid_plural"}
    if word == "msgid_plural":
        return next_word == "msgstr[0]"
    return next_word in {"msgid", f"msgstr[{int(word[7]) + 1}]" if word.endswith("]") else "msgid"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_ids_and_texts_alternate(file: Path) -> None:
    lines = (line.split(" ", 1)[0] for line in file.read_text(encoding="utf-8").splitlines())
    words = [(number, word) for number, word in enumerate(lines, 1) if KEYWORD.fullmatch(word)]
    assert words
    for (_, word), (number, next_word) in pairwise(words):
        assert may_follow(word, next_word), f"line {number} of {file}: {next_word} after {word}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_ids_are_unique(file: Path) -> None:
    ids = [line for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("msgid ")]
    assert len(ids) == len(set(ids))
