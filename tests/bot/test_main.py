import os
import time
from pathlib import Path

import pytest

from bot.__main__ import main


def test_the_demo_hands_its_options_on(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda _program, arguments: called.append(list(arguments)))
    with pytest.raises(SystemExit):
        main(["run", "--port", "8091"])
    monkeypatch.setattr("bot.__main__.run_bot", lambda: 0)
    main(["demo", "--port", "8091", "--data", "there"])
    assert called[0][1:] == ["-m", "playground", "demo", "--port", "8091", "--data", "there"]


def test_health_looks_at_the_age_of_the_heartbeat(tmp_path: Path) -> None:
    beat = tmp_path / "alive"
    assert main(["health", str(beat)]) == 1
    beat.touch()
    assert main(["health", str(beat)]) == 0
    old = time.time() - 3600
    os.utime(beat, (old, old))
    assert main(["health", str(beat)]) == 1


def test_a_missing_token_stops_the_start_with_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FERNPARTIE_TOKEN", raising=False)
    assert main(["run"]) == 2
    assert capsys.readouterr().err == "FERNPARTIE_TOKEN: is not set\n"
