"""The wheel holds everything: installed without the checkout it plays a move and draws every board."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from bot.version import VERSION
from rules import GAMES

ROOT = Path(__file__).parents[1]
UNPACKED = {"bench", "tests"}
PACKAGES = sorted({file.parent.name for file in ROOT.glob("*/__init__.py")} - UNPACKED)
BESIDE = ("pyproject.toml", "README.md", "LICENSE")
NOT_PACKED = {"playground/README.md"}

DRAW = """
import sys
import bot.__main__
import data, engines, playground, render, rules, rules.__main__
from bot.locale import Texts
folder, drawn = sys.argv[1], 0
for package in (bot, data, engines, playground, render, rules):
    assert package.__file__.startswith(folder), package.__file__
gallery, t = render.Gallery(), Texts.load().language("de")
for game in rules.GAMES.values():
    assert gallery.picture(game.new()).startswith(b"\\x89PNG")
    assert gallery.words(game.new(), t)
    drawn += 1
print(drawn)
sys.exit(rules.__main__.main(["replay", "hnefatafl"], sys.stdin, sys.stdout, sys.stderr))
"""


def run(*command: str | Path, folder: Path, path: str = "", typed: str = "") -> str:
    environment = {**os.environ, "PIP_NO_INDEX": "1", "PYTHONPATH": path}
    process = subprocess.run(
        command, cwd=folder, env=environment, input=typed, capture_output=True, text=True, check=False
    )
    assert process.returncode == 0, process.stderr
    return process.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy: setuptools leaves and reuses a folder `build` in what it builds from."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    for package in PACKAGES:
        shutil.copytree(ROOT / package, source / package, ignore=shutil.ignore_patterns("__pycache__"))
    for name in BESIDE:
        shutil.copy(ROOT / name, source)
    run(
        *(sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "wheel", "--no-deps"),
        *("--no-build-isolation", "--wheel-dir", folder / "dist", source),
        folder=folder,
    )
    (built,) = (folder / "dist").iterdir()
    return built


@pytest.fixture(scope="module")
def installation(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with nothing but the files of the wheel; pip installs them in the image."""
    packages = tmp_path_factory.mktemp("installed") / "packages"
    zipfile.ZipFile(wheel).extractall(packages)
    return packages


def python(installation: Path, *arguments: str, typed: str = "") -> str:
    """Run Python with the installed package and third parties, where no .pth file leads to the checkout."""
    path = os.pathsep.join(
        (str(installation), *{sysconfig.get_path(name) for name in ("purelib", "platlib")})
    )
    return run(sys.executable, "-S", *arguments, folder=installation.parent, path=path, typed=typed)


def test_every_file_of_the_packages_is_packed(wheel: Path) -> None:
    files = {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if name.partition("/")[0] in PACKAGES}
    assert packed == files - NOT_PACKED


def test_what_is_installed_draws_every_board_and_plays_a_move(installation: Path) -> None:
    drawn, *positions = python(installation, "-c", DRAW, str(installation), typed="e1-e3\n").splitlines()
    assert int(drawn) == len(GAMES)
    assert [json.loads(line)["turn"] for line in positions] == [0, 1]


def test_the_wheel_has_the_version_of_the_code_and_of_the_changelog(wheel: Path) -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    latest = re.search(r"^## (\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)$", changelog, re.MULTILINE)
    assert latest is not None
    assert wheel.name.split("-")[1] == VERSION == latest[1]
