"""The text of `fernpartie <operation> --help`."""

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.__main__ import OPERATIONS, main
from tests.bot.chat.approved import approved

__all__ = ["approved"]


def test_help_texts_match_the_approved_ones(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], approved: SnapshotAssertion
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    texts = []
    for name in OPERATIONS:
        if name != "demo":
            with pytest.raises(SystemExit):
                main([name, "--help"])
            texts.append(f"== {name}\n{capsys.readouterr().out}")
    assert "\n".join(texts) == approved(name="en")
