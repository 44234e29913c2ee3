"""docs/discord.md and the tests name the same assumptions: no line without a test, no key without a line."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "docs" / "discord.md"
KEY = re.compile(r"^\| `([a-z0-9-]+)` \|", re.MULTILINE)
CELLS = 4


def keys() -> list[str]:
    return KEY.findall(TABLE.read_text(encoding="utf-8"))


def marked() -> Iterator[tuple[str, str]]:
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
                    assert isinstance(argument, ast.Constant), f"{file.name}: a key must stand there as it is"
                    yield str(argument.value), file.name


def test_every_line_has_its_own_key() -> None:
    row_keys = keys()
    assert len(row_keys) == len(set(row_keys))
    lines = [line for line in TABLE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    assert len(lines) == len(row_keys)


def test_every_line_says_what_its_source_is_and_what_happens_if_it_is_false() -> None:
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line.startswith("| `"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            assert len(cells) == CELLS, line
            assert all(cells), line
            assert re.match("docs: |seen: |inferred|staff: ", cells[2]), line


def test_every_line_has_a_test() -> None:
    row_keys = {key for key, _ in marked()}
    assert not [key for key in keys() if key not in row_keys]


def test_every_marker_has_a_line() -> None:
    row_keys = set(keys())
    assert not [f"{key} in {file}" for key, file in marked() if key not in row_keys]
