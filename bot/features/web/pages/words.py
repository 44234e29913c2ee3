"""Texts of the chat as plain words: names for mentions, no markup."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

from bot.locale import Language

_MENTION: Final = re.compile(r"<@!?(-?[0-9]+)>")
_CHANNEL: Final = re.compile(r"<#[0-9]+>")
_MOMENT: Final = re.compile(r"<t:([0-9]+)(?::[a-zA-Z])?>")
_SMALL: Final = re.compile(r"^(?:-# |#+ |> )", re.MULTILINE)
_MARKED: Final = re.compile(r"\*\*(.+?)\*\*|__(.+?)__|`(.+?)`", re.DOTALL)
_LINK: Final = re.compile(r"(?<!\\)\[([^\[\]]+)\]\(<?https?://[^\s)]+\)")
_ESCAPED: Final = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|>~])")


def plain(said: str, names: Mapping[int, str], t: Language) -> str:
    """Return a text of the chat without markup, with the names of people in place of mentions.

    Unknown people are called "someone"; moments are in UTC; of links their words remain.
    """
    said = _SMALL.sub("", said)
    said = _MARKED.sub(lambda found: next(part for part in found.groups() if part), said)
    said = _LINK.sub(r"\1", said)
    said = _ESCAPED.sub(r"\1", said)
    said = _CHANNEL.sub(t("web.its-channel"), said)
    said = _MOMENT.sub(_moment, said)
    return _MENTION.sub(lambda found: names.get(int(found[1])) or t("person.someone"), said).strip()


def plain_lines(said: str, names: Mapping[int, str], t: Language) -> tuple[str, ...]:
    """Return the lines of a text, plain, without empty ones."""
    return tuple(line for line in plain(said, names, t).splitlines() if line)


def _moment(found: re.Match[str]) -> str:
    return f"{datetime.fromtimestamp(int(found[1]), UTC):%Y-%m-%d %H:%M} UTC"
