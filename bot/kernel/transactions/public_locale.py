"""The presentation of public texts: one language per server, whoever acts.

It is the language chosen for the server, else its Community's, else the language of the first person who used
the bot there. The theme of public pictures is the server's. Each message looks it up: a change of the
server's language applies from the next message on.
"""

from collections.abc import Collection, Iterable
from typing import Final

from bot.model.people.person import Place
from bot.model.public import Public, PublicPresentation
from bot.model.servers.server_rules import ServerRules
from bot.repositories.people.people import PersonRepository
from bot.repositories.servers.server_rules import ServerRulesRepository
from data.session import Session

ENGLISH: Final = "en"


def shared_locale(language: str | None, community: str, spoken: str | None, readers: Iterable[str]) -> str:
    """Return the chosen `language`, else the `community`'s, else the one `spoken` first in the server.

    A server of an earlier version has no spoken language until someone speaks again. Until then it is the
    common language of the `readers`, or English if they differ or are unknown.
    """
    if language or community:
        return language or community
    languages = sorted({_language(locale) for locale in ([spoken] if spoken else readers)})
    return languages[0] if len(languages) == 1 else ENGLISH


async def public_presentation(session: Session, about: Public) -> PublicPresentation:
    """Return the language and theme of public messages about a subject."""
    return await presentation_in(session, about.place, about.readers)


async def presentation_in(session: Session, place: Place, people: Collection[int]) -> PublicPresentation:
    """Return the language and theme of public messages to people in a place."""
    rules = (
        ServerRules() if place.server is None else await session.of(ServerRulesRepository).of(place.server)
    )
    if rules.language or place.locale:
        return PublicPresentation(shared_locale(rules.language, place.locale, None, ()), rules.theme)
    spoken = None if place.server is None else await session.of(PersonRepository).language_of(place.server)
    languages = {} if spoken else await session.of(PersonRepository).languages(people)
    return PublicPresentation(shared_locale(None, "", spoken, languages.values()), rules.theme)


async def client_locale(session: Session, person: int) -> str | None:
    """Return the language of a person's client, None if they are unknown."""
    record = await session.of(PersonRepository).get(person)
    return None if record is None else record.locale


def _language(locale: str) -> str:
    return locale.partition("-")[0].lower()
