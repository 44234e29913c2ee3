"""The unit for systemd, as systemd itself sees it."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.__main__ import OPERATIONS
from bot.loop_watch import HANGS_AFTER_SECONDS
from bot.settings import PREFIX, Settings
from tests.running.sandbox import words_of

UNIT = Path(__file__).parents[2] / "docs" / "fernpartie.service"
PROGRAM = "/opt/fernpartie/bin/fernpartie"
_MOST_EXPOSED = 15
"""Tenths of systemd's own measure, which goes to 10; below 2 it calls a service well protected."""


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit, with a program that is on this machine."""
    copy = tmp_path / UNIT.name
    copy.write_text(UNIT.read_text(encoding="utf-8").replace(PROGRAM, sys.executable), encoding="utf-8")
    return copy


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is not installed")
    return subprocess.run([program, "--no-pager", *arguments], capture_output=True, text=True, check=False)


def test_systemd_understands_all_of_it(unit: Path) -> None:
    told = analyze("verify", str(unit))
    assert (told.returncode, told.stdout, told.stderr) == (0, "", "")


def test_systemd_calls_it_well_protected(unit: Path) -> None:
    told = analyze("security", "--offline=true", f"--threshold={_MOST_EXPOSED}", str(unit))
    assert told.returncode == 0, told.stdout


def test_it_starts_what_there_is_with_settings_that_there_are() -> None:
    lines = UNIT.read_text(encoding="utf-8").splitlines()
    (start,) = [line.removeprefix("ExecStart=") for line in lines if line.startswith("ExecStart=")]
    assert start.split() == [PROGRAM, "run"]
    assert "run" in OPERATIONS
    said = [
        line.lstrip("#").split("=", 2)[1] for line in lines if line.lstrip("#").startswith("Environment=")
    ]
    assert said
    assert {name.removeprefix(PREFIX).lower() for name in said} <= set(Settings.model_fields)


def test_a_hung_bot_ends_before_systemd_kills_it() -> None:
    """It writes where it hung, and either end leads to another start."""
    words = words_of(UNIT)
    assert words["Type"] == ["notify"]
    assert float(words["WatchdogSec"][0]) > HANGS_AFTER_SECONDS
    assert words["Restart"] == ["on-failure"]
