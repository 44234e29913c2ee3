"""The container image: no engine is at hand, so its install and start steps run in a fresh environment."""

import asyncio
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from playground.server import Playground

ROOT = Path(__file__).parents[1]


def instructions() -> list[tuple[str, str]]:
    """Return the Dockerfile's instructions with their arguments."""
    text = re.sub(r"\\\n\s*", "", (ROOT / "Dockerfile").read_text(encoding="utf-8"))
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.split(maxsplit=1)[0], line.split(maxsplit=1)[1]) for line in lines]


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder in which every COPY and every pip step of the Dockerfile has been done."""
    folder = tmp_path_factory.mktemp("image")
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    environment = {**os.environ, "PATH": f"{folder / 'venv' / 'bin'}:{os.environ['PATH']}"}
    app = folder / "app"
    app.mkdir()
    for name, argument in instructions():
        if name == "COPY":
            *sources, target = argument.split()
            for source in sources:
                place = app / (target if target != "./" else source)
                if (ROOT / source).is_dir():
                    shutil.copytree(ROOT / source, place, ignore=shutil.ignore_patterns("__pycache__"))
                else:
                    place.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(ROOT / source, place)
        elif name == "RUN" and argument.startswith("pip "):
            done = subprocess.run(
                shlex.split(argument), cwd=app, env=environment, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, done.stderr
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def test_the_image_is_slim_and_unprivileged() -> None:
    steps = instructions()
    assert [argument for name, argument in steps if name == "FROM"] == ["python:3.13-slim"]
    users = [argument for name, argument in steps if name == "USER"]
    assert users == ["fernpartie"]
    assert ("VOLUME", "/data") in steps
    copied = {source for name, argument in steps if name == "COPY" for source in argument.split()[:-1]}
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert copied <= {line.removeprefix("!") for line in ignored}


async def test_the_installed_bot_starts_and_is_healthy(image: Path) -> None:
    steps = dict(instructions())
    start = json.loads(steps["CMD"])
    health = json.loads(steps["HEALTHCHECK"].split(" CMD ")[1])
    beat = image / "alive"
    health[-1] = str(beat)
    home = image / "data"
    home.mkdir()
    program = str(image / "venv" / "bin" / start[0])
    async with Playground.start() as playground:
        environment = {
            "PATH": os.environ["PATH"],
            "FERNPARTIE_TOKEN": playground.token,
            "FERNPARTIE_API_URL": playground.api_url,
            "FERNPARTIE_GATEWAY_URL": playground.gateway_url,
            "FERNPARTIE_DATABASE_URL": f"sqlite:///{home / 'fernpartie.db'}",
            "FERNPARTIE_HEALTH_FILE": str(beat),
        }
        bot = await asyncio.create_subprocess_exec(program, *start[1:], cwd=home, env=environment)
        try:
            while not await healthy(program, health[1:], home):
                assert bot.returncode is None
        finally:
            bot.terminate()
            await bot.wait()
    assert (home / "fernpartie.db").exists()


async def healthy(program: str, arguments: list[str], home: Path) -> bool:
    check = await asyncio.create_subprocess_exec(program, *arguments, cwd=home)
    return await check.wait() == 0
