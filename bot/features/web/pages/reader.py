"""A reader of the web page: their language, their pictures, and whether they confirm moves."""

from dataclasses import dataclass, replace
from typing import Final

from bot.chat.core.pictures import Pictures
from bot.chat.core.ports import SettingsPort
from bot.locale import Language, Texts
from bot.model.people.person import Person
from bot.model.people.preferences import CONFIRM, MIRRORED
from render import THEMES

_CLIENT: Final = "web.client."


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader of the page; `confirms`: they see the result of a move before it is played."""

    person: Person
    t: Language
    pictures: Pictures
    confirms: bool

    def in_theme(self, theme: str) -> "Reader":
        """Return the same reader in a theme; an unknown theme changes nothing."""
        if theme not in THEMES:
            return self
        painted = self.pictures.with_theme(theme, mirrored=self.pictures.mirrored)
        return replace(self, pictures=painted)


@dataclass(frozen=True, slots=True)
class WebReaders:
    """Loads readers' settings."""

    texts: Texts
    pictures: Pictures
    settings: SettingsPort

    async def of(self, person: Person) -> Reader:
        """Return the reader for a person."""
        preferences = await self.settings.preferences(person.id)
        return Reader(
            person,
            self.texts.language(preferences.language or person.locale),
            self.pictures.with_theme(preferences.theme, mirrored=preferences[MIRRORED]),
            preferences[CONFIRM],
        )


def client_texts(t: Language) -> dict[str, str]:
    """Return the texts of the client, by their ids without the common prefix."""
    return {text_id.removeprefix(_CLIENT): t(text_id) for text_id in t if text_id.startswith(_CLIENT)}
