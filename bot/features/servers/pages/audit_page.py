"""A server's audit log, for its admins."""

from collections.abc import Mapping, Sequence
from typing import Final

import discord
from discord import ui

from bot.chat.core.messages import layouts
from bot.chat.core.words import error_text, phrases, time_text
from bot.chat.core.words.audit_notes import AuditNote, AuditNotes, channel_note, noted_switch, quoted_note
from bot.chat.core.words.list_text import fitting
from bot.features.servers.service.server_admin import NONE, OVERVIEW_KEPT
from bot.locale import Language, name_of
from bot.model.servers.server_rules import AdminAction, AuditEntry
from bot.model.time.clocks import read_clock

ROOM = 3600
_CHANNELS: Final = {"channels": "audit.channels", "engine_channels": "audit.engine-channels"}


def audit_page(entries: Sequence[AuditEntry], notes: AuditNotes, t: Language) -> ui.LayoutView:
    """Return the log of a server, newest first."""
    pairs = [(entry, notes.of(entry.what)) for entry in entries]
    lines = [_entry(entry, note, t) for entry, note in pairs if note is not None]
    text = fitting(t("audit.title"), lines, ROOM, t) or f"{t('audit.title')}\n{t('audit.none')}"
    return layouts.page(layouts.text(text))


def _entry(entry: AuditEntry, note: AuditNote, t: Language) -> str:
    what = t(f"audit.{entry.what}")
    return t(
        "audit.entry",
        when=discord.utils.format_dt(entry.when, "f"),
        who=phrases.mention(entry.who),
        what=what if entry.match is None else f"{what} #{entry.match}",
        note=note(entry, t),
    )


def _rules_note(entry: AuditEntry, t: Language) -> str:
    changes = (change.partition("=") for change in entry.note.split(", "))
    return "; ".join(_change_line(name, value, t) for name, _, value in changes)


def _players_note(entry: AuditEntry, t: Language) -> str:
    listing, _, names = entry.note.partition(" ")
    return t(f"audit.players.{listing}", named=", ".join(map(_mention, names.split())))


def _verdict_note(entry: AuditEntry, t: Language) -> str:
    return quoted_note(entry, t) if entry.private else _verdict_line(entry, t)


def _verdict_line(entry: AuditEntry, t: Language) -> str:
    note = error_text.quote(entry.note)
    if not entry.winners:
        return t("audit.drawn", note=note)
    winners = t("list.and").join(map(phrases.mention, entry.winners))
    return t("audit.won", n=len(entry.winners), winner=winners, note=note)


def _mention(text: str) -> str:
    kind, _, number = text.partition(":")
    return phrases.mention(int(number)) if kind == "person" else f"<@&{number}>"


def _change_line(rule: str, value: str, t: Language) -> str:
    unlimited = value == "all"
    if rule in _CHANNELS:
        text = (
            t("server.all-channels") if unlimited else " ".join(f"<#{channel}>" for channel in value.split())
        )
        return t(_CHANNELS[rule], value=text)
    if rule == "games":
        names = t("list.and").join(t(f"{key}.name") for key in value.split())
        return t("audit.games", value=t("server.all-games") if unlimited else names)
    if rule in {"language", "theme"}:
        # Another version's theme has no name here.
        text_id = f"{rule}.{value}"
        return t(f"audit.{rule}", value=t(text_id) if text_id in t else name_of(value))
    if rule in {"forum", "results", "call_role"}:
        return _id_line(rule, value, t)
    if rule == "clock":
        return t("audit.clock", value=time_text.clock_name(read_clock(value), t))
    return noted_switch(rule, value, t)


def _id_line(rule: str, value: str, t: Language) -> str:
    if rule == "call_role":
        return t("audit.call-role", value=t("audit.no-role") if value == NONE else f"<@&{value}>")
    none = "audit.no-forum" if rule == "forum" else "audit.no-channel"
    return t(f"audit.{rule}", value=t(none) if value == NONE else f"<#{value}>")


NOTES: Final[Mapping[str, AuditNote]] = {
    AdminAction.RULES: _rules_note,
    AdminAction.PLAYERS: _players_note,
    AdminAction.ADJUDICATION: _verdict_note,
    AdminAction.ANNULMENT: quoted_note,
    AdminAction.CORRECTION: _verdict_note,
    AdminAction.VOIDING: quoted_note,
    OVERVIEW_KEPT: channel_note,
}
"""The notes of servers' log entries."""
