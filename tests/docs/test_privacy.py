"""Personal data is disclosed: each table that names people is in docs/privacy.md and `/privacy`.

A new table fails here until somebody has looked at both texts and has added its name to their comments.
"""

import re
from pathlib import Path

import pytest

import rules
from bot.app import bare_app
from bot.locale import LANGUAGES

ROOT = Path(__file__).parents[2]
TEXTS = ROOT / "bot" / "features" / "privacy" / "texts"


@pytest.fixture(scope="module")
def kept() -> set[str]:
    tables = (table for feature in bare_app(rules.GAMES).features for table in feature.tables)
    return {table.name for table in tables if table.eraser is not None}


def test_the_policy_names_what_is_kept(kept: set[str]) -> None:
    policy = (ROOT / "docs" / "privacy.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| .+ <!-- (.+) --> \| .+ \|$", policy, re.MULTILINE)
    named = [table for row in rows for table in row.split(", ")]
    assert sorted(named) == sorted(kept), "each table once, in the row that tells of it"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_privacy_names_what_is_kept(language: str, kept: set[str]) -> None:
    catalogue = (TEXTS / f"{language}.po").read_text(encoding="utf-8")
    comment = re.search(r'((?:^#\. .+\n)+)msgid "privacy\.kept"$', catalogue, re.MULTILINE)
    assert comment is not None
    _, _, named = comment[1].replace("\n#.", "").partition(": ")
    assert set(re.findall(r"\w+", named)) == kept, "and the text tells of each"
