"""Citations of rules and rulings: docs/rules has them all, and each ruling is cited or explains why not."""

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "rules"
PAGE_OF = {
    letter: page
    for page, letter in re.findall(
        r"^\| \[([a-z-]+)\.md\].* \| ([A-Z]) \|$", (PAGES / "README.md").read_text("utf-8"), re.MULTILINE
    )
}
NUMBERED = [page for page in PAGE_OF.values() if (PAGES / f"{page}.md").read_text("utf-8").count("\n1. ")]
ROW = re.compile(r"^\| ([A-Z]\d+) \| (.+) \| (.+) \| (.+) \|$", re.MULTILINE)
ONE = r"[A-Z]\d{1,2}(?:-[A-Z]\d{1,2})?"
CITATION = re.compile(rf"[Rr]ulings? ({ONE}(?:(?:, | and |, and ){ONE})*)")
NUMBERS = r"\d+[a-z]?(?:-\d+)?"
RULE = re.compile(rf"\b(?:rules?|sections?) ({NUMBERS}(?:(?:, | and ){NUMBERS})*)")


def sources() -> Iterator[Path]:
    yield from chain((ROOT / "rules").rglob("*.py"), (ROOT / "tests" / "rules").rglob("*.py"))
    yield from (ROOT / "render").rglob("*.py")
    yield from (ROOT / "bot").rglob("*.py")


def read(path: Path) -> str:
    """Return a source with each multi-line comment and docstring joined into one line."""
    return re.sub(r"\s*\n\s*(?:# )?", " ", path.read_text(encoding="utf-8"))


def expand_ranges(cited: str) -> Iterator[str]:
    for part in re.findall(ONE, cited):
        first, _, last = part.partition("-")
        for number in range(int(first[1:]), int((last or first)[1:]) + 1):
            yield f"{first[0]}{number}"


def rulings(page: str) -> dict[str, tuple[str, str, str]]:
    rows = ROW.findall((PAGES / f"{page}.md").read_text(encoding="utf-8"))
    assert len({row[0] for row in rows}) == len(rows)
    return {number: (holds, rulebook, cited) for number, holds, rulebook, cited in rows}


def citations() -> dict[str, set[str]]:
    """Return the cited rulings with their files; a range over a whole page cites only the page."""
    places: dict[str, set[str]] = {}
    for path in sources():
        for cited in CITATION.findall(read(path)):
            for part in re.findall(ONE, cited):
                named_rulings = list(expand_ranges(part))
                whole = set(named_rulings) == set(rulings(PAGE_OF[part[0]]))
                for number in [] if whole else named_rulings:
                    places.setdefault(number, set()).add(path.name)
    return places


def test_every_cited_ruling_exists() -> None:
    ruling_ids = set(chain.from_iterable(map(rulings, PAGE_OF.values())))
    cited = citations()
    assert len(cited) > 80
    assert {number: files for number, files in cited.items() if number not in ruling_ids} == {}


@pytest.mark.parametrize("letter", PAGE_OF)
def test_every_ruling_is_cited_or_explains_why_not(letter: str) -> None:
    cited, page = citations(), rulings(PAGE_OF[letter])
    assert list(page) == [f"{letter}{number}" for number in range(1, len(page) + 1)]
    mistakes = {
        number: reason
        for number, (_, _, reason) in page.items()
        if (reason != "yes" if number in cited else re.fullmatch(r"not cited: .{20,}", reason) is None)
    }
    assert not mistakes, (
        'last column: "yes" where code cites the ruling, else "not cited: <why, in 20 signs>"'
    )


def rules_cited(key: str) -> set[str]:
    folder = "tafl" if key == "hnefatafl" else key.replace("-", "_")
    folders = (ROOT / "rules" / "games" / folder, ROOT / "tests" / "rules" / "games" / folder)
    return {
        number
        for path in chain.from_iterable(folder.rglob("*.py") for folder in folders)
        for numbers in RULE.findall(read(path))
        for number in re.findall(r"\d+", numbers)
    }


@pytest.mark.parametrize("key", NUMBERED)
def test_every_cited_rule_number_is_on_the_page(key: str) -> None:
    text = (PAGES / f"{key}.md").read_text(encoding="utf-8")
    assert rules_cited(key) <= set(re.findall(r"^(\d+)\. ", text, re.MULTILINE))


def test_at_least_four_pages_have_cited_rules() -> None:
    assert sum(bool(rules_cited(key)) for key in NUMBERED) >= 4


def test_the_first_page_links_all_others() -> None:
    text = (PAGES / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\]\(([a-z-]+\.md)\)", text)) == {
        path.name for path in PAGES.glob("*.md") if path.name != "README.md"
    }
    assert "docs/rules/README.md" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert "rules/README.md" in (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
