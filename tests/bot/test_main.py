import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot.__main__ import OPERATIONS, load, main
from bot.version import VERSION
from data.migration import newest


def test_a_missing_token_is_a_one_line_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FERNPARTIE_TOKEN", raising=False)
    assert main(["run"]) == 2
    assert capsys.readouterr().err == "FERNPARTIE_TOKEN: is not set\n"


def test_an_interrupt_prints_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bot.__main__.load", lambda _: signal.raise_signal(signal.SIGINT))
    assert main(["status"]) == 1
    assert capsys.readouterr().err == "interrupted\n"


def test_help_lists_every_operation(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_info:
        main(["--help"])
    assert exit_info.value.code == 0
    output = capsys.readouterr().out
    assert not [name for name in OPERATIONS if f"\n    {name} " not in output]


@pytest.mark.parametrize("name", [name for name in OPERATIONS if name != "demo"])
def test_help_of_an_operation_describes_it(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_info:
        main([name, "--help"])
    assert exit_info.value.code == 0
    about = load(name).about.split()
    assert " ".join(about[1:]) in " ".join(capsys.readouterr().out.split())


def test_unknown_arguments_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_info:
        main(["ratings", "--anew", "now"])
    assert exit_info.value.code == 2
    assert capsys.readouterr().err.endswith("error: unrecognized arguments: --anew now\n")


def test_the_demo_receives_every_argument(monkeypatch: pytest.MonkeyPatch) -> None:
    programs: list[tuple[str, list[str]]] = []
    monkeypatch.setattr(os, "execv", lambda program, arguments: programs.append((program, arguments)))
    main(["demo", "--port", "9", "--help"])
    arguments = [sys.executable, "-m", "playground", "demo", "--port", "9", "--help"]
    assert programs == [(sys.executable, arguments)]


def test_version_shows_version_and_schema(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_info:
        main(["--version"])
    assert exit_info.value.code == 0
    assert capsys.readouterr().out == f"fernpartie {VERSION} (schema {newest()})\n"


def test_an_operation_does_not_import_the_others() -> None:
    ask = "main(['health', 'nowhere']); print('discord' in sys.modules)"
    program = f"import sys; from bot.__main__ import main; {ask}"
    process = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert process.stdout == "False\n"
