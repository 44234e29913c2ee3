"""Plain English in code: subjects of docstrings, loop variables and the names of tests."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = ("bench", "bot", "data", "engines", "playground", "render", "rules", "tests")
"""Packages without exceptions; add a package once it has none."""
# Released schema steps stay unchanged.
EXEMPT: Final = (ROOT / "data/migrations/versions",)
ORDERS: Final = re.compile(r"(What|Who|Whoever|Have|Let|Tell|Say)\b")
FREE_RELATIVES: Final = re.compile(
    r"\b(who|what|whoever|whatever) (has|have|had|is|are|was|were|can|may|must|will|would|does|do|did)\b",
    re.IGNORECASE,
)


LOOPS: Final = re.compile(r"\bfor\s+one\s+in\b")
FIRST_LINES: Final = re.compile(
    rf"""^[ \t]*[A-Za-z]?["']+\s*(?:{ORDERS.pattern}|.*(?i:{FREE_RELATIVES.pattern}))""", re.MULTILINE
)


TEST_NAMES: Final = re.compile(r"^[ \t]*(?:async )?def (test_\w+)", re.MULTILINE)
CLAUSES: Final = re.compile(r"test_(who|what|whoever|whatever|whose)_|_(he|him|his|told|anew)(_|$)")


def modules(package: str, suspicious: re.Pattern[str]) -> Iterator[tuple[Path, ast.Module]]:
    """Yield the modules that may contain a match; parsing all of them takes seconds."""
    for path in sorted((ROOT / package).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if suspicious.search(text) and not any(path.is_relative_to(folder) for folder in EXEMPT):
            yield path, ast.parse(text)


def docstrings(module: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the first lines of all docstrings, including those of attributes, with their line numbers."""
    for node in ast.walk(module):
        for statement in getattr(node, "body", ()) if isinstance(node, ast.stmt | ast.Module) else ():
            match statement:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    yield statement.lineno, text.strip().partition("\n")[0]


def is_plain(line: str) -> bool:
    return not ORDERS.match(line) and not FREE_RELATIVES.search(line)


@pytest.mark.parametrize("package", PACKAGES)
def test_docstrings_name_their_subject(package: str) -> None:
    assert [
        f"{path.relative_to(ROOT)}:{number}: {line}"
        for path, module in modules(package, FIRST_LINES)
        for number, line in docstrings(module)
        if not is_plain(line)
    ] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_loop_variables_are_not_named_one(package: str) -> None:
    assert [
        f"{path.relative_to(ROOT)}:{node.target.lineno}"
        for path, module in modules(package, LOOPS)
        for node in ast.walk(module)
        if isinstance(node, ast.For | ast.AsyncFor | ast.comprehension)
        and isinstance(node.target, ast.Name)
        and node.target.id == "one"
    ] == []


@pytest.mark.parametrize(
    ("line", "plain"),
    [
        ("What a match is made of.", False),
        ("Have somebody resign.", False),
        ("Return who has won.", False),
        ("Return the winner.", True),
        ("Whether a person may play.", True),
        ("A player who leaves gives up the seat.", True),
    ],
)
def test_relative_clauses_need_a_noun(line: str, plain: bool) -> None:
    assert is_plain(line) is plain


def test_names_of_tests_are_short_and_no_clauses() -> None:
    assert [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        for name in TEST_NAMES.findall(path.read_text(encoding="utf-8"))
        if len(name) > 65 or CLAUSES.search(name)
    ] == []
