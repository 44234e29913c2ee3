"""The presentation of public texts: one language per server, whoever acts.

It is the language chosen for the server, else that of its Community, else that of the first person who used
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
    """Return the language `language` for a server, else its Community's, else the one `spoken` there first.

    In a server of an earlier version that is unknown until somebody speaks again. Until then it is the
    language that all `readers` share of whom one is known, English where they differ.
    """
    if language or community:
        return language or community
    languages = sorted({_language(locale) for locale in ([spoken] if spoken else readers)})
    return languages[0] if len(languages) == 1 else ENGLISH


async def public_presentation(session: Session, about: Public) -> PublicPresentation:
    """Return how everybody reads and sees something."""
    return await presentation_in(session, about.place, about.readers)


async def presentation_in(session: Session, place: Place, people: Collection[int]) -> PublicPresentation:
    """Return how people are spoken to and shown something where all can read it."""
    rules = (
        ServerRules() if place.server is None else await session.of(ServerRulesRepository).of(place.server)
    )
    if rules.language or place.locale:
        return PublicPresentation(shared_locale(rules.language, place.locale, None, ()), rules.theme)
    spoken = None if place.server is None else await session.of(PersonRepository).language_of(place.server)
    languages = {} if spoken else await session.of(PersonRepository).languages(people)
    return PublicPresentation(shared_locale(None, "", spoken, languages.values()), rules.theme)


async def client_locale(session: Session, person: int) -> str | None:
    """Return the language of someone's client, None if never met."""
    record = await session.of(PersonRepository).get(person)
    return None if record is None else record.locale


def _language(locale: str) -> str:
    return locale.partition("-")[0].lower()
