"""Server audit log notes in words: each feature words the kinds of entries it writes."""

from collections.abc import Callable, Mapping

from bot.chat.core.words import error_text
from bot.locale import Language
from bot.model.servers.server_rules import AuditEntry
from bot.model.settings import SWITCH

AuditNote = Callable[[AuditEntry, Language], str]
"""Returns an entry's note in words; the text "audit.<kind>" names its kind."""


class AuditNotes:
    """The wording of all kinds of entries, published after all features are registered."""

    def __init__(self, notes: Mapping[str, AuditNote] | None = None) -> None:
        self._notes = dict(notes or {})

    def publish(self, notes: Mapping[str, AuditNote]) -> None:
        """Replace the wording."""
        self._notes = dict(notes)

    def of(self, kind: str) -> AuditNote | None:
        """Return the wording of a kind of entries; None for a kind that only another version knows."""
        return self._notes.get(kind)


def quoted_note(entry: AuditEntry, _: Language) -> str:
    """Return a note as its author wrote it."""
    return error_text.quote(entry.note)


def channel_note(entry: AuditEntry, t: Language) -> str:
    """Return a note that a channel's subscription is `on` or `off`, with the channel."""
    state, _, channel = entry.note.partition(" ")
    text_id = "audit.overview-on" if state == "on" else "audit.overview-off"
    return t(text_id, channel=f"<#{channel}>")


def noted_switch(key: str, value: str, t: Language) -> str:
    """Return a logged switch in words; "key=value" if there is no text for it."""
    text_id = f"setting.{key.replace('_', '-')}.{SWITCH.name(value == str(True))}"
    return t(text_id) if text_id in t else f"{key}={value}"
