"""Notes of a server's audit log in words."""

from datetime import UTC, datetime

import pytest

from bot.chat.core.words.audit_notes import AuditNotes, channel_note, noted_switch, quoted_note
from bot.locale import Texts
from bot.model.servers.server_rules import AuditEntry

T = Texts.load().language("en")


def _entry(note: str) -> AuditEntry:
    return AuditEntry(datetime(2026, 1, 1, tzinfo=UTC), 1001, "overview", None, note)


@pytest.mark.parametrize(
    ("note", "words"),
    [
        ("on 70", T("audit.overview-on", channel="<#70>")),
        ("off 71", T("audit.overview-off", channel="<#71>")),
    ],
)
def test_a_subscription_names_its_channel(note: str, words: str) -> None:
    assert channel_note(_entry(note), T) == words
    assert "overview-" not in words


def test_a_personal_note_is_quoted_without_markup() -> None:
    assert quoted_note(_entry("*cheated* <@5>"), T) == r"\*cheated\* <@5>"


def test_a_switch_shows_its_value() -> None:
    assert noted_switch("open_tournaments", "True", T) == T("setting.open-tournaments.on")
    assert noted_switch("open_tournaments", "False", T) == T("setting.open-tournaments.off")
    assert noted_switch("of_later", "True", T) == "of_later=True"


def test_an_unknown_kind_has_no_text() -> None:
    notes = AuditNotes({"before": quoted_note})
    notes.publish({"overview": channel_note})
    assert (notes.of("overview"), notes.of("before")) == (channel_note, None)
