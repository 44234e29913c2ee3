"""`fernpartie health` and `fernpartie demo`."""

import os
import time
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.operations.health import STALE_AFTER, check_health


def test_the_demo_forwards_its_options(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda _program, arguments: calls.append(list(arguments)))
    with pytest.raises(SystemExit):
        main(["run", "--port", "8091"])
    main(["demo", "--port", "8091", "--data", "there"])
    main(["demo", "--help"])
    assert calls[0][1:] == ["-m", "playground", "demo", "--port", "8091", "--data", "there"]
    assert calls[1][1:] == ["-m", "playground", "demo", "--help"]


def test_health_checks_the_heartbeats_age(tmp_path: Path) -> None:
    beat = tmp_path / "alive"
    assert main(["health", str(beat)]) == 1
    beat.touch()
    assert main(["health", str(beat)]) == 0
    assert main(["health", str(tmp_path)]) == 1
    for age, status in ((STALE_AFTER - 10, 0), (STALE_AFTER, 1), (3600, 1)):
        old = time.time() - age
        os.utime(beat, (old, old))
        assert check_health(beat) == status
