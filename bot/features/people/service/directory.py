"""Names and languages of people, and of the readers of public messages."""

from collections.abc import Collection, Mapping

from bot.kernel.transactions.public_locale import client_locale, presentation_in, public_presentation
from bot.model.people.person import Place
from bot.model.people.person_settings import USUAL
from bot.model.public import Public, PublicPresentation
from bot.repositories.people.people import PersonRepository
from bot.repositories.people.person_settings import PersonSettingsRepository
from data.store import Store


class PeopleDirectory:
    """Known people."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def names(self, ids: Collection[int]) -> Mapping[int, str]:
        """Return the names of the known people among `ids`."""
        async with self._store.read() as session:
            return await session.of(PersonRepository).names(ids)

    async def locale_of(self, person: int) -> str | None:
        """Return a person's language, else their client's language; None for an unknown person."""
        async with self._store.read() as session:
            settings = (await session.of(PersonSettingsRepository).of({person})).get(person, USUAL)
            return settings.preferences.language or await client_locale(session, person)

    async def public_locale(self, about: Public) -> str:
        """Return the language of public messages in a server or place; ask again for each message.

        It is the language set by the server, else its Community's, else the language of the first person who
        used the bot there.
        """
        return (await self.public_presentation(about)).locale

    async def locale_at(self, place: Place) -> str:
        """Return the public language of a place."""
        async with self._store.read() as session:
            return (await presentation_in(session, place, ())).locale

    async def public_presentation(self, about: Public) -> PublicPresentation:
        """Return the language and theme of public messages in a server or place."""
        async with self._store.read() as session:
            return await public_presentation(session, about)
