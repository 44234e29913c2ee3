"""`fernpartie doctor` on a machine that cannot reach Discord: output and exit status."""

import json
from typing import Any

import pytest

from bot.__main__ import main

pytest_plugins = ("tests.bot.operations.doctor.own_settings",)
pytestmark = pytest.mark.usefixtures("own_settings")


def test_each_check_is_a_line_and_the_worst_sets_the_exit_status(capsys: pytest.CaptureFixture[str]) -> None:
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


def test_json_output_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
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
