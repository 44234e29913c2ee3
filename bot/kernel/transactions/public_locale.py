"""The presentation of public texts: one language a server, whoever acts.

It is the language chosen for the server, else that of its Community, else that of the first person who used
the bot there. The theme of public pictures is the server's.
It is asked whenever something is worded: who sets the language of a server changes what is told from then on.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from bot.features.tournaments.domain.tournament import Tournament
from bot.model.agenda import Overview
from bot.model.challenge import Challenge
from bot.model.match.match import Match
from bot.model.people.person import Place
from bot.model.people.players import people_among
from bot.model.server_rules import ServerRules
from bot.repositories.server_rules import ServerRulesRepository
from data.session import Session
from data.tables.people import PersonRepository

ENGLISH: Final = "en"


@dataclass(frozen=True, slots=True)
class PublicLook:
    """The language of what everybody reads, and the theme of its pictures, empty for the usual one."""

    locale: str
    theme: str


def shared_locale(chosen: str | None, community: str, spoken: str | None, readers: Iterable[str]) -> str:
    """Return the language `chosen` for a server, else its Community's, else the one `spoken` there first.

    In a server of an earlier version that is unknown until somebody speaks again. Until then it is the
    language that all `readers` share of whom one is known, English where they differ.
    """
    if chosen or community:
        return chosen or community
    languages = sorted({_language(locale) for locale in ([spoken] if spoken else readers)})
    return languages[0] if len(languages) == 1 else ENGLISH


async def public_look(session: Session, about: Match | Challenge | Overview | Tournament) -> PublicLook:
    """Return how everybody reads and sees something."""
    return await look_in(session, about.place, _readers(about))


async def look_in(session: Session, place: Place, people: Collection[int]) -> PublicLook:
    """Return how people are spoken to and shown something where all can read it."""
    rules = (
        ServerRules() if place.server is None else await session.of(ServerRulesRepository).of(place.server)
    )
    if rules.language or place.locale:
        return PublicLook(shared_locale(rules.language, place.locale, None, ()), rules.theme)
    spoken = None if place.server is None else await session.of(PersonRepository).spoken(place.server)
    known = {} if spoken else await session.of(PersonRepository).languages(people)
    return PublicLook(shared_locale(None, "", spoken, known.values()), rules.theme)


async def client_locale(session: Session, person: int) -> str | None:
    """Return the language of someone's client, None if never met."""
    record = await session.of(PersonRepository).get(person)
    return None if record is None else record.locale


def _readers(about: Match | Challenge | Overview | Tournament) -> set[int]:
    if isinstance(about, Overview):
        players = {player for match in about.matches for player in match.people}
        return players | {challenge.challenger for challenge in about.challenges}
    if isinstance(about, Match):
        return set(about.people)
    if isinstance(about, Tournament):
        return {about.organiser, *people_among(one.player for one in about.entrants)}
    joined = (member.person for member in about.members)
    people = (about.challenger, about.opponent, about.accepted_by, *about.invited, *joined)
    return {person for person in people if person is not None}


def _language(locale: str) -> str:
    return locale.partition("-")[0].lower()
