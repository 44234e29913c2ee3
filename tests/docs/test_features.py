"""docs/features.md matches the declared features."""

from pathlib import Path

from tests.docs.feature_table import RENEW, page

PAGE = Path(__file__).parents[2] / "docs" / "features.md"


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), f"renew the page: {RENEW}"
