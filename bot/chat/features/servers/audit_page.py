"""What the admins of a server have done, as its admins read it."""

from collections.abc import Sequence
from typing import Final

import discord
from discord import ui

from bot.chat.core.messages import layouts
from bot.chat.core.words import error_text, phrases, time_text
from bot.chat.core.words.list_text import fitting
from bot.locale import Language
from bot.play.domain.servers.server_rules import AdminAction, AuditEntry
from bot.play.domain.time.clocks import read_clock
from bot.play.servers.server_admin import NONE

ROOM = 3600
_SWITCHED: Final = {
    "threads": ("audit.threads-off", "audit.threads-on"),
    "rated": ("audit.rated-off", "audit.rated-on"),
    "few_pictures": ("audit.pictures-all", "audit.pictures-few"),
    "engines": ("audit.engines-off", "audit.engines-on"),
    "exploring": ("audit.exploring-off", "audit.exploring-on"),
    "open_tournaments": ("audit.tournaments-admins", "audit.tournaments-members"),
}
_CHANNELS: Final = {"channels": "audit.channels", "engine_channels": "audit.engine-channels"}


def audit_page(entries: Sequence[AuditEntry], t: Language) -> ui.LayoutView:
    """Return what admins have done, newest first."""
    lines = [_entry(entry, t) for entry in entries]
    told = fitting(t("audit.title"), lines, ROOM, t) or f"{t('audit.title')}\n{t('audit.none')}"
    return layouts.page(layouts.text(told))


def _entry(entry: AuditEntry, t: Language) -> str:
    what = t(f"audit.{entry.what}")
    return t(
        "audit.entry",
        when=discord.utils.format_dt(entry.when, "f"),
        who=phrases.mention(entry.who),
        what=what if entry.match is None else f"{what} #{entry.match}",
        note=_note(entry, t),
    )


def _note(entry: AuditEntry, t: Language) -> str:
    match entry.what:
        case AdminAction.RULES:
            changes = (change.partition("=") for change in entry.note.split(", "))
            return "; ".join(_changed(name, value, t) for name, _, value in changes)
        case AdminAction.OVERVIEW | AdminAction.DAILY_PUZZLE | AdminAction.WEEKLY_LETTER:
            state, _, channel = entry.note.partition(" ")
            text_id = "audit.overview-on" if state == "on" else "audit.overview-off"
            return t(text_id, channel=f"<#{channel}>")
        case AdminAction.PLAYERS:
            listing, _, named = entry.note.partition(" ")
            return t(f"audit.players.{listing}", named=", ".join(map(_mention, named.split())))
        case AdminAction.SEAT_OFFER | AdminAction.SEAT_CHANGE:
            people = [phrases.mention(int(person)) for person in entry.note.split()]
            return t("audit.in-private") if entry.private else " → ".join(people)
        case AdminAction.ADJUDICATION | AdminAction.CORRECTION if not entry.private:
            return _judged(entry, t)
        case _:
            return error_text.quoted(entry.note)


def _judged(entry: AuditEntry, t: Language) -> str:
    note = error_text.quoted(entry.note)
    if not entry.winners:
        return t("audit.drawn", note=note)
    return t("audit.won", winner=t("list.and").join(map(phrases.mention, entry.winners)), note=note)


def _mention(named: str) -> str:
    kind, _, number = named.partition(":")
    return phrases.mention(int(number)) if kind == "person" else f"<@&{number}>"


def _changed(rule: str, value: str, t: Language) -> str:
    everything = value == "all"
    if rule in _CHANNELS:
        told = t("server.all-channels") if everything else " ".join(f"<#{one}>" for one in value.split())
        return t(_CHANNELS[rule], value=told)
    if rule == "games":
        named = t("list.and").join(t(f"{key}.name") for key in value.split())
        return t("audit.games", value=t("server.all-games") if everything else named)
    if rule in {"language", "theme"}:
        # What only another version knows has no name here.
        named = f"{rule}.{value}"
        return t(f"audit.{rule}", value=t(named) if named in t else value)
    if rule in {"forum", "results", "call_role"}:
        return _one_or_none(rule, value, t)
    if rule == "clock":
        return t("audit.clock", value=time_text.clock_name(read_clock(value), t))
    return t(_SWITCHED[rule][value == str(True)])


def _one_or_none(rule: str, value: str, t: Language) -> str:
    if rule == "call_role":
        return t("audit.call-role", value=t("audit.no-role") if value == NONE else f"<@&{value}>")
    return t(f"audit.{rule}", value=t("audit.no-channel") if value == NONE else f"<#{value}>")
