"""Personal data is disclosed: each table that names people is in docs/privacy.md and `/privacy`.

A new table fails here until its name is in the comments of both: the page shows the text `kept.<feature>` of
each feature that has one.
"""

import re
from pathlib import Path

import pytest

import rules
from bot.app import bare_app
from bot.locale import LANGUAGES

ROOT = Path(__file__).parents[2]
FEATURES = ROOT / "bot" / "features"


@pytest.fixture(scope="module")
def stored_tables() -> set[str]:
    tables = (table for feature in bare_app(rules.GAMES).features for table in feature.tables)
    return {table.name for table in tables if table.eraser is not None}


def test_the_policy_lists_every_stored_table_once(stored_tables: set[str]) -> None:
    policy = (ROOT / "docs" / "privacy.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| .+ <!-- (.+) --> \| .+ \|$", policy, re.MULTILINE)
    tables = [table for row in rows for table in row.split(", ")]
    assert sorted(tables) == sorted(stored_tables), "each table appears in exactly one row"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_privacy_page_lists_all_personal_data(language: str, stored_tables: set[str]) -> None:
    others = tables_in_comment("privacy.kept", "privacy", language)
    assert others <= stored_tables
    for feature in bare_app(rules.GAMES).features:
        stored = {table.name for table in feature.tables if table.eraser is not None}
        own = tables_in_comment(f"kept.{feature.name}", feature.name, language)
        assert own <= stored, f"kept.{feature.name} lists only tables of {feature.name}"
        assert stored <= own | others, f"kept.{feature.name} lists all personal data of {feature.name}"


def tables_in_comment(text_id: str, feature: str, language: str) -> set[str]:
    """Return the tables in the comment of a text; none if the text is missing."""
    file = FEATURES / feature / "texts" / f"{language}.po"
    catalogue = file.read_text(encoding="utf-8") if file.exists() else ""
    comment = re.search(rf'((?:^#\. .+\n)+)msgid "{re.escape(text_id)}"$', catalogue, re.MULTILINE)
    if comment is None:
        return set()
    _, _, name = comment[1].replace("\n#.", "").partition(": ")
    return set(re.findall(r"\w+", name))
