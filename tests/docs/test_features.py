"""docs/features.md matches the declared features."""

from pathlib import Path

from tests.docs.feature_table import RENEW, page

PAGE = Path(__file__).parents[2] / "docs" / "features.md"


def test_page_shows_the_declared_features() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), f"renew the page: {RENEW}"
