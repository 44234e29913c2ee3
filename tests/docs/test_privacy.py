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
_NAMED = re.compile(
    r'^#\. Tables that name people: ((?:[^.]|\n#\.)+)\.\n(?:#.*\n)*msgid "privacy\.kept', re.MULTILINE
)


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
    texts = (ROOT / "bot").glob(f"features/*/texts/{language}.po")
    catalogues = [ROOT / "bot" / "locale" / language / "chat.po", *texts]
    lists = [
        found for catalogue in catalogues for found in _NAMED.findall(catalogue.read_text(encoding="utf-8"))
    ]
    named = re.findall(r"\w+", " ".join(lists).replace("\n#.", " "))
    assert sorted(named) == sorted(kept), "each table once, at the text that tells of it"
