"""The systemd units, as systemd reads them."""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.__main__ import OPERATIONS, load
from bot.loop_watch import HANGS_AFTER_SECONDS
from bot.settings import PREFIX, Settings
from tests.running.sandbox import service_settings

pytest_plugins = ("tests.data.databases",)

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "docs" / "fernpartie.service"
BACKUP = ROOT / "docs" / "fernpartie-backup.service"
TIMER = ROOT / "docs" / "fernpartie-backup.timer"
PROGRAM = "/opt/fernpartie/bin/fernpartie"
_MAX_EXPOSURE = 15
"""Tenths of systemd's exposure level, whose maximum is 10."""


@pytest.fixture(params=[UNIT, BACKUP, TIMER], ids=lambda unit: str(unit.name))
def unit(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A unit among the others, with a program that exists on this machine."""
    for shipped in (UNIT, BACKUP, TIMER):
        text = shipped.read_text(encoding="utf-8").replace(PROGRAM, sys.executable)
        (tmp_path / shipped.name).write_text(text, encoding="utf-8")
    return tmp_path / str(request.param.name)


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is not installed")
    return subprocess.run([program, "--no-pager", *arguments], capture_output=True, text=True, check=False)


def test_systemd_verifies_the_units(unit: Path) -> None:
    process = analyze("verify", str(unit))
    assert (process.returncode, process.stdout, process.stderr) == (0, "", "")


@pytest.mark.parametrize("unit", [UNIT, BACKUP], indirect=True)
def test_the_units_pass_systemds_security_check(unit: Path) -> None:
    process = analyze("security", "--offline=true", f"--threshold={_MAX_EXPOSURE}", str(unit))
    assert process.returncode == 0, process.stdout


def test_the_unit_runs_the_bot_with_existing_settings() -> None:
    lines = UNIT.read_text(encoding="utf-8").splitlines()
    (start,) = [line.removeprefix("ExecStart=") for line in lines if line.startswith("ExecStart=")]
    assert start.split() == [PROGRAM, "run"]
    assert "run" in OPERATIONS
    texts = [
        line.lstrip("#").split("=", 2)[1] for line in lines if line.lstrip("#").startswith("Environment=")
    ]
    assert texts
    assert {name.removeprefix(PREFIX).lower() for name in texts} <= set(Settings.model_fields)


def test_the_watchdog_timeout_exceeds_the_bots_hang_timeout() -> None:
    """The bot first logs where it hung; either kind of exit leads to a restart."""
    settings = service_settings(UNIT)
    assert settings["Type"] == ["notify"]
    assert float(settings["WatchdogSec"][0]) > HANGS_AFTER_SECONDS
    assert settings["Restart"] == ["on-failure"]


def test_a_backup_is_as_confined_as_the_bot() -> None:
    bot, backup = service_settings(UNIT), service_settings(BACKUP)
    first = list(bot).index("CapabilityBoundingSet")
    confining = dict(list(bot.items())[first:])
    assert len(confining) > 20
    assert {key: backup[key] for key in confining} == confining


def test_the_timer_starts_a_valid_backup_command() -> None:
    assert TIMER.stem == BACKUP.stem, "a timer starts the service of the same name"
    program, operation, *options = service_settings(BACKUP)["ExecStart"][0].split()
    assert program == PROGRAM
    parser = argparse.ArgumentParser(exit_on_error=False)
    load(operation).takes(parser)
    folder = parser.parse_args(options).into
    assert service_settings(BACKUP)["StateDirectory"] == ["fernpartie fernpartie/backups"]
    assert str(folder) == "%S/fernpartie/backups"


def test_a_backup_is_made_in_the_units_sandbox(tmp_path: Path, sqlite_tables: Path) -> None:
    shutil.copyfile(sqlite_tables, tmp_path / "fernpartie.db")
    folder = tmp_path / "backups"
    folder.mkdir()
    sandbox = [sys.executable, str(Path(__file__).parent / "sandbox.py"), str(BACKUP), str(tmp_path)]
    process = subprocess.run(
        [*sandbox, sys.executable, "-m", "bot", "backup", "--into", str(folder)],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (process.returncode, process.stderr) == (0, "")
    assert "checked, all is sound" in process.stdout
    assert len(list(folder.glob("fernpartie-*.db"))) == 1
