"""`fernpartie doctor` as its owner calls it, on a machine that cannot reach Discord."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
import structlog

from bot.__main__ import main
from bot.chat.gateway.invite_links import point_to
from bot.logs import CHATTERING, OWN

AWAY = "http://127.0.0.1:1/api/v10"


@pytest.fixture(autouse=True)
def _settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    for name, value in {
        "TOKEN": "secret",
        "API_URL": AWAY,
        "DATABASE_URL": f"sqlite:///{tmp_path / 'games.db'}",
        "ENGINE_PROCESSES": "0",
    }.items():
        monkeypatch.setenv(f"FERNPARTIE_{name}", value)
    monkeypatch.delenv("FERNPARTIE_OPENAPI", raising=False)
    root = logging.getLogger()
    levels = {name: logging.getLogger(name).level for name in (*OWN, *CHATTERING)}
    handlers, level = list(root.handlers), root.level
    addresses = discord.http.Route.BASE, str(discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY)
    yield
    point_to(*addresses)
    structlog.reset_defaults()
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, former in levels.items():
        logging.getLogger(name).setLevel(former)


def test_checks_are_lines_and_the_worst_gives_the_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 1
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert [line.split()[1] for line in lines[:5]] == ["settings", ".env", "disk", "database", "computer"]
    assert "switched off" in lines[4]
    (network,) = [line for line in lines if line.startswith("FAIL")]
    assert network.split()[1] == "network"
    assert "Discord cannot be reached" in network
    assert lines[-1].endswith("1 FAIL - mend what says FAIL, then look again")
    assert "Nothing was posted" not in out, "the way on is to mend the network"
    assert err == ""


def test_scripts_get_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json", "--server", "7"]) == 1
    report: Any = json.loads(capsys.readouterr().out)
    assert report["ok"] is False
    checks = [finding["check"] for finding in report["findings"]]
    assert checks[:5] == ["settings", ".env", "disk", "database", "computer"]
    assert checks[-1] == "network"


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_press_needs_a_channel(options: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--press", *options]) == 2
    assert capsys.readouterr().err == "--press: name a channel, too: --channel ID\n"
