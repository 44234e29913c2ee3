"""Clickable commands in texts: `</challenge:id>` replaces the name in backticks."""

import re
from collections.abc import Mapping

_WRITTEN = re.compile(r"`/([^`\n]+)`")


class CommandMentions:
    """The mentions of commands, by language and by the command's name there.

    Until Discord has sent the commands' ids there are none, and texts are unchanged. Texts without markdown
    (labels, menu options, forms) have no command in backticks.
    """

    def __init__(self) -> None:
        self._by_language: Mapping[str, Mapping[str, str]] = {}

    def publish(self, by_language: Mapping[str, Mapping[str, str]]) -> None:
        """Replace the mentions."""
        self._by_language = by_language

    def in_text(self, language: str, text: str) -> str:
        """Return a text with its known commands as mentions."""
        mentions = self._by_language.get(language)
        if not mentions or "`/" not in text:
            return text
        return _WRITTEN.sub(lambda match: mentions.get(match[1], match[0]), text)
