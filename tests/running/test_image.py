"""The container image: without an engine, its build steps run in a fresh environment.

The image contains all of Fernpartie, as packed by the wheel.
"""

import asyncio
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

from bot.version import VERSION
from playground.server import Playground
from rules import GAMES
from tests.end_to_end.waiting import until

ROOT = Path(__file__).parents[2]
_INSTALLED = "/opt/fernpartie"
_BUILD_FOLDER = "/app"
DEPENDENCIES = (
    f"pip --python {_INSTALLED}/bin/python install --require-hashes --only-binary :all:"
    " -r requirements/run.txt"
)
LOCKED = re.compile(r"^([a-z0-9.-]+)==(\S+) (;?)", re.MULTILINE)
PACKAGES = sorted({file.parent.name for file in ROOT.glob("*/__init__.py")} - {"bench", "tests"})
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


def instructions() -> list[tuple[str, str]]:
    """Return the Dockerfile's instructions with their arguments."""
    text = re.sub(r"\\\n\s*", "", (ROOT / "Dockerfile").read_text(encoding="utf-8"))
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.split(maxsplit=1)[0], line.split(maxsplit=1)[1]) for line in lines]


def stages() -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return the instructions of the two stages: build and run."""
    steps = instructions()
    begins = [number for number, (name, _) in enumerate(steps) if name == "FROM"]
    assert len(begins) == 2
    return steps[begins[0] : begins[1]], steps[begins[1] :]


def copied_files() -> list[tuple[list[str], str]]:
    """Return the files copied from the project, with their targets."""
    arguments = (argument.split() for name, argument in stages()[0] if name == "COPY")
    return [(sources, target) for *sources, target in arguments]


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with the result of the first stage."""
    folder = tmp_path_factory.mktemp("image")
    app = folder / "app"
    app.mkdir()
    for name, argument in stages()[0]:
        if name == "COPY":
            *sources, target = argument.split()
            for source in sources:
                _copy(ROOT / source, app / (target if target != "./" else source))
        elif name == "RUN":
            _run(argument, folder, app)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def _copy(source: Path, place: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, place, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, place)


def _run(command: str, folder: Path, app: Path) -> None:
    if command == DEPENDENCIES:
        _link_locked_packages(app / "requirements" / "run.txt", folder / "installed")
        return
    program, *arguments = shlex.split(command.replace(_INSTALLED, str(folder / "installed")))
    assert program in {"pip", "python"}
    through = [sys.executable, *(["-m", "pip"] if program == "pip" else [])]
    process = subprocess.run([*through, *arguments], cwd=app, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr


def _site(installed: Path) -> Path:
    (site,) = installed.glob("lib/*/site-packages")
    return site


def _link_locked_packages(lock: Path, installed: Path) -> None:
    """Link the locked packages from this environment; `make wheel` installs them with pip."""
    site = _site(installed)
    for name, version, marker in LOCKED.findall(lock.read_text(encoding="utf-8")):
        try:
            package = distribution(name)
        except PackageNotFoundError:
            assert marker, name
            continue
        if package.version != version:
            assert marker, name
            continue
        for part in {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
            if not (site / part).exists():
                (site / part).symlink_to(Path(str(package.locate_file(part))).resolve())


def _files(folder: Path) -> dict[str, float]:
    return {str(path): path.stat().st_mtime for path in folder.rglob("*") if path.is_file()}


def test_the_image_is_slim_and_unprivileged() -> None:
    builds, runs = stages()
    assert ("RUN", DEPENDENCIES) in builds
    assert instructions()[0] == ("ARG", "BASE=python:3.13-slim-trixie")
    assert [builds[0], runs[0]] == [("FROM", "${BASE} AS build"), ("FROM", "${BASE}")]
    # A number lets the runtime verify that the user is not root without reading the image.
    assert [argument for name, argument in runs if name == "USER"] == ["10001:10001"]
    assert ("VOLUME", "/data") in runs
    assert [argument for name, argument in runs if name == "COPY"] == [
        f"--from=build {_INSTALLED} {_INSTALLED}"
    ]
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    names = {line.removeprefix("!") for line in ignored if line.startswith("!")}
    assert {source for sources, _ in copied_files() for source in sources} == names


def _files_of_packages(folder: Path) -> set[str]:
    return {
        path.relative_to(folder).as_posix()
        for package in PACKAGES
        for path in (folder / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_every_packaged_file_is_installed(image: Path) -> None:
    assert _files_of_packages(_site(image / "installed")) == _files_of_packages(ROOT) - NOT_PACKED


def test_the_installed_package_draws_boards_and_plays_a_move(image: Path) -> None:
    installed = image / "installed"
    process = subprocess.run(
        [installed / "bin" / "python", "-c", DRAW, str(installed)],
        cwd=image,
        env={**os.environ, "PYTHONPATH": "", "PYTHONDONTWRITEBYTECODE": "1"},
        input="e1-e3\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    drawn, *positions = process.stdout.splitlines()
    assert int(drawn) == len(GAMES)
    assert [json.loads(line)["turn"] for line in positions] == [0, 1]


def test_the_installed_version_matches_code_and_changelog(image: Path) -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    latest = re.search(r"^## (\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)$", changelog, re.MULTILINE)
    assert latest is not None
    (distribution_folder,) = _site(image / "installed").glob("fernpartie-*.dist-info")
    assert distribution_folder.name == f"fernpartie-{VERSION}.dist-info"
    assert latest[1] == VERSION


async def test_the_installed_bot_is_healthy_and_writes_only_its_data(image: Path) -> None:
    steps = dict(stages()[1])
    start = json.loads(steps["CMD"])
    health = json.loads(steps["HEALTHCHECK"].split(" CMD ")[1])
    beat = image / "alive"
    health[-1] = str(beat)
    home, token = image / "data", image / "token"
    home.mkdir()
    installed = image / "installed"
    program = str(installed / "bin" / start[0])
    before = _files(installed)
    async with Playground.start() as playground:
        token.write_text(f"{playground.token}\n", encoding="utf-8")
        environment = {
            "PATH": os.environ["PATH"],
            "PYTHONDONTWRITEBYTECODE": "1",
            "FERNPARTIE_TOKEN_FILE": str(token),
            "FERNPARTIE_API_URL": playground.api_url,
            "FERNPARTIE_GATEWAY_URL": playground.gateway_url,
            "FERNPARTIE_HEALTH_FILE": str(beat),
            "FERNPARTIE_DRAW_AHEAD": "false",
        }
        bot = await asyncio.create_subprocess_exec(program, *start[1:], cwd=home, env=environment)

        async def has_beaten() -> bool:
            assert bot.returncode is None
            return beat.exists()

        try:
            # Each check starts a process; polling from the start would slow the bot down.
            await until(has_beaten, "the first heartbeat", within=60)
            while not await healthy(str(installed / "bin" / health[0]), health[1:], home):
                assert bot.returncode is None
        finally:
            bot.terminate()
            await bot.wait()
    assert (home / "fernpartie.db").exists()
    assert _files(installed) == before


async def healthy(program: str, arguments: list[str], home: Path) -> bool:
    check = await asyncio.create_subprocess_exec(program, *arguments, cwd=home)
    return await check.wait() == 0
