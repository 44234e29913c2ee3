"""The language and theme for a message's readers: everyone in public, or one person."""

from dataclasses import dataclass, field

from bot.chat.core.contributions.doors import Doors
from bot.chat.core.pictures import Pictures
from bot.chat.core.ports import PeoplePort, SettingsPort
from bot.kernel.outbox.notices import Notice
from bot.locale import Language, Texts
from bot.model.people.preferences import MIRRORED
from bot.model.public import Public


@dataclass(frozen=True, slots=True)
class Readers:
    """Determines the language and pictures for readers.

    `doors` are the buttons that other features add to messages.
    """

    texts: Texts
    pictures: Pictures
    people: PeoplePort
    settings: SettingsPort
    doors: Doors = field(default_factory=Doors)

    async def public(self, about: Public) -> Language:
        """Return the language of a public message."""
        return self.texts.language(await self.people.public_locale(about))

    async def everyone(self, about: Public) -> tuple[Pictures, Language]:
        """Return pictures and language for a public message."""
        look = await self.people.public_presentation(about)
        return self.pictures.with_theme(look.theme), self.texts.language(look.locale)

    async def reader(self, person: int, fallback: str) -> tuple[Pictures, Language]:
        """Return pictures and language for a person outside the current interaction.

        The locale `fallback` applies to an unknown person.
        """
        preferences = await self.settings.preferences(person)
        locale = preferences.language or await self.people.locale_of(person) or fallback
        return self.pictures.with_theme(
            preferences.theme, mirrored=preferences[MIRRORED]
        ), self.texts.language(locale)

    async def of_notice(self, notice: Notice, about: Public) -> tuple[Pictures, Language]:
        """Return pictures and language for a notice's audience: one person, or everyone."""
        pictures, t = await self.everyone(about)
        return (pictures, t) if notice.recipient is None else await self.reader(notice.recipient, t.code)
