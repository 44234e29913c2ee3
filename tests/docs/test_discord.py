"""The rows of docs/discord.md: each has a marked test, and each marked key has a row."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = re.findall(
    r"^\| \[.+\]\((discord-[a-z]+\.md)\) \|", (DOCS / "discord.md").read_text("utf-8"), re.MULTILINE
)
"""The pages with rows, in the order of docs/discord.md."""
KEY = re.compile(r"^\| `([a-z0-9-]+)` \|")
CELLS = 4


def rows() -> list[str]:
    texts = [(DOCS / page).read_text(encoding="utf-8") for page in PAGES]
    return [line for text in texts for line in text.splitlines() if line.startswith("| `")]


def keys() -> list[str]:
    return [key for line in rows() for key in KEY.findall(line)]


def marked_keys() -> Iterator[tuple[str, str]]:
    """Yield each key that a test file marks its tests with, and the file."""
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        text = file.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "assumes(" in text else ():
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "assumes"
            ):
                for argument in node.args:
                    assert isinstance(argument, ast.Constant), f"{file.name}: keys must be literals"
                    yield str(argument.value), file.name


def test_every_line_has_its_own_key() -> None:
    row_keys = keys()
    assert len(row_keys) == len(set(row_keys))
    assert len(rows()) == len(row_keys)


def test_every_page_is_listed() -> None:
    assert sorted(PAGES) == sorted(file.name for file in DOCS.glob("discord-*.md"))


def test_every_line_states_its_source_and_fallback() -> None:
    for line in rows():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        assert len(cells) == CELLS, line
        assert all(cells), line
        assert re.match("docs: |seen: |inferred|staff: ", cells[2]), line


def test_every_line_has_a_test() -> None:
    tested = {key for key, _ in marked_keys()}
    assert not [key for key in keys() if key not in tested]


def test_every_marker_has_a_line() -> None:
    row_keys = set(keys())
    assert not [f"{key} in {file}" for key, file in marked_keys() if key not in row_keys]
