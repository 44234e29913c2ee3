"""The catalogues as files: what no reader of catalogues complains of."""

from itertools import pairwise
from pathlib import Path

import pytest

BOT = Path(__file__).parents[3] / "bot"
FILES = sorted([*(BOT / "locale").glob("*/*.po"), *(BOT / "features").glob("*/texts/*.po")])
KEYWORDS = ("msgid", "msgid_plural", "msgstr", "msgstr[0]", "msgstr[1]")
FOLLOWS = {
    "msgid": {"msgstr", "msgid_plural"},
    "msgid_plural": {"msgstr[0]"},
    "msgstr": {"msgid"},
    "msgstr[0]": {"msgstr[1]"},
    "msgstr[1]": {"msgid"},
}


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_every_id_has_one_text_and_every_text_an_id(file: Path) -> None:
    lines = (line.split(" ", 1)[0] for line in file.read_text(encoding="utf-8").splitlines())
    found = [(number, word) for number, word in enumerate(lines, 1) if word in KEYWORDS]
    assert found
    for (_, word), (number, following) in pairwise(found):
        assert following in FOLLOWS[word], f"line {number}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_no_id_comes_twice(file: Path) -> None:
    ids = [line for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("msgid ")]
    assert len(ids) == len(set(ids))
