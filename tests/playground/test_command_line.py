"""The options of the playground's commands, and its status for wrong ones."""

import sys
from pathlib import Path

import pytest

from playground.__main__ import main, parser, strictness
from playground.values.settings import STRICT, lenient


@pytest.mark.parametrize(
    ("words", "options"),
    [
        (
            "serve",
            {"port": 8080, "host": "127.0.0.1", "world": None, "lenient": [], "community": False},
        ),
        (
            "serve --port 0 --host ::1 --world w.db --community",
            {"port": 0, "host": "::1", "world": Path("w.db"), "lenient": [], "community": True},
        ),
        ("demo", {"port": 8080, "data": Path(".demo"), "lenient": [], "community": True}),
        (
            "demo --port 9 --data d --no-community --lenient a --lenient b",
            {"port": 9, "data": Path("d"), "lenient": ["a", "b"], "community": False},
        ),
    ],
)
def test_commands_parse_their_options(words: str, options: dict[str, object]) -> None:
    arguments = vars(parser().parse_args(words.split()))
    assert arguments == {"command": words.split(maxsplit=1)[0]} | options


def test_lenient_accepts_named_switches_or_all() -> None:
    def switches(words: str) -> set[str]:
        values = strictness(parser().parse_args(words.split())).json_view()
        return {name for name, strict in values.items() if not strict}

    assert strictness(parser().parse_args(["serve"])) == STRICT
    assert switches("serve --lenient forms_keep_values --lenient old_edits_limited") == {
        "forms_keep_values",
        "old_edits_limited",
    }
    assert strictness(
        parser().parse_args(["demo", "--lenient", "old_edits_limited", "--lenient", "all"])
    ) == (lenient())


def test_unknown_switch_prints_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["playground", "demo", "--lenient", "fly"])
    assert main() == 1
    assert capsys.readouterr() == ("", "playground: fly: no such switch, or neither true nor false\n")


@pytest.mark.parametrize("words", [[], ["fly"], ["serve", "--data", "d"], ["demo", "--host", "h"]])
def test_unknown_arguments_are_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parser().parse_args(words)
    assert ended.value.code == 2
    assert "usage: playground" in capsys.readouterr().err
