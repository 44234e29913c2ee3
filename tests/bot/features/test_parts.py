"""The layout of features: the file names listed in docs/architecture.md."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
FEATURES = sorted(file.parent for file in (ROOT / "bot" / "features").glob("*/feature.py"))
# The web page and the trial of Discord are programs of their own within a feature.
OWN_PARTS = {
    "trial": {"attempts", "probe_results", "rows", "script", "steps", "trial_flow", "trial_state"},
    "web": {"client", "http", "protocol", "web_page", "web_settings"},
}


def named_parts() -> set[str]:
    """Return the names in the table of a feature's files."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = page.partition("## A feature\n")[2].partition("\n## ")[0]
    cells = re.findall(r"^\| (`.+?) \|", table, re.MULTILINE)
    return {
        name.partition("/")[0].removesuffix(".py") for cell in cells for name in re.findall(r"`(.+?)`", cell)
    }


def parts(feature: Path) -> Iterator[Path]:
    """Return the modules and folders of a feature."""
    for path in sorted(feature.iterdir()):
        if path.name not in {"__init__.py", "__pycache__"}:
            yield path


@pytest.mark.parametrize("feature", FEATURES, ids=lambda feature: feature.name)
def test_feature_parts_have_documented_names(feature: Path) -> None:
    names = named_parts() | OWN_PARTS.get(feature.name, set())
    unnamed = [path.name for path in parts(feature) if path.stem not in names]
    assert not unnamed, (
        f"docs/architecture.md names the parts of a feature; {feature.name} also has {unnamed}"
    )


@pytest.mark.parametrize("feature", FEATURES, ids=lambda feature: feature.name)
def test_a_package_contains_several_modules(feature: Path) -> None:
    folders = [path for path in parts(feature) if (path / "__init__.py").exists()]
    small = [path.name for path in folders if len([*path.glob("*.py"), *path.glob("*/__init__.py")]) < 3]
    assert not small, f"one module needs no folder: make {small} of {feature.name} modules"
