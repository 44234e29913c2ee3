"""Texts of the chat as plain text: names for mentions, no markup."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

from bot.locale import Language

_MENTION: Final = re.compile(r"<@!?(-?[0-9]+)>")
_CHANNEL: Final = re.compile(r"<#[0-9]+>")
_MOMENT: Final = re.compile(r"<t:([0-9]+)(?::[a-zA-Z])?>")
_SMALL: Final = re.compile(r"^(?:-# |#+ |> )", re.MULTILINE)
_MARKED: Final = re.compile(r"\*\*(.+?)\*\*|__(.+?)__|(?<!\\)`(.+?)(?<!\\)`", re.DOTALL)
_ITALIC: Final = re.compile(r"(?<![\\*\w])\*(?=[^\s*])([^*\n]*?[^\s*\\])\*(?![*\w])")
_LINK: Final = re.compile(r"(?<!\\)\[([^\[\]]+)\]\(<?https?://[^\s)]+\)")
_ESCAPED: Final = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|>~])")


def plain(text: str, names: Mapping[int, str], t: Language) -> str:
    """Return a text of the chat without markup, with people's names in place of mentions.

    Unknown people are called "someone"; times are in UTC; links are reduced to their text.
    """
    text = _SMALL.sub("", text)
    text = _MARKED.sub(lambda match: next(part for part in match.groups() if part), text)
    text = _ITALIC.sub(r"\1", text)
    text = _LINK.sub(r"\1", text)
    text = _ESCAPED.sub(r"\1", text)
    text = _CHANNEL.sub(t("web.its-channel"), text)
    text = _MOMENT.sub(_moment, text)
    return _MENTION.sub(lambda match: names.get(int(match[1])) or t("person.someone"), text).strip()


def plain_lines(text: str, names: Mapping[int, str], t: Language) -> tuple[str, ...]:
    """Return the lines of a text as plain text, without empty ones."""
    return tuple(line for line in plain(text, names, t).splitlines() if line)


def _moment(match: re.Match[str]) -> str:
    return f"{datetime.fromtimestamp(int(match[1]), UTC):%Y-%m-%d %H:%M} UTC"
