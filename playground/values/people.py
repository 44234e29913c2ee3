"""People and the bot: their representations on the wire and on the page."""

from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]

LOCALES = frozenset(
    (
        "ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he", "hi", "hr",
        "hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk",
        "vi", "zh-CN", "zh-TW",
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class User:
    """A person or the bot. `colour` is a CSS colour for the page; `locale` the client's language.

    `has_app`: they have a user install of the app.
    """

    id: str
    username: str
    global_name: str
    locale: str
    colour: str
    bot: bool = False
    has_app: bool = False

    def wire(self) -> Json:
        """Return Discord's user object."""
        return {
            "id": self.id,
            "username": self.username,
            "global_name": None if self.bot else self.global_name,
            "discriminator": "0000" if self.bot else "0",
            "avatar": None,
            "avatar_decoration_data": None,
            "banner": None,
            "accent_color": None,
            "collectibles": None,
            "primary_guild": None,
            "bot": self.bot,
            "system": False,
            "public_flags": 0,
            "flags": 0,
        }

    def card(self) -> Json:
        """Return a person's entry on the page."""
        return {
            "id": self.id,
            "username": self.username,
            "global_name": self.global_name,
            "locale": self.locale,
            "colour": self.colour,
            "bot": self.bot,
        }
