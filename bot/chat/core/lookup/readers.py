"""In which language, and in which theme, people read what is told in public."""

from dataclasses import dataclass

from bot.chat.core.pictures import Pictures
from bot.locale import Language, Texts
from bot.play.domain.agenda import Overview
from bot.play.domain.challenges import Challenge
from bot.play.domain.matches import Match
from bot.play.domain.tournaments.tournament import Tournament
from bot.play.people.directory import PeopleDirectory


@dataclass(frozen=True, slots=True)
class Readers:
    """Everybody where something is told."""

    texts: Texts
    pictures: Pictures
    people: PeopleDirectory

    async def public(self, about: Match | Challenge | Overview | Tournament) -> Language:
        """Return the language in which everybody reads of something."""
        return self.texts.language(await self.people.public_locale(about))

    async def everyone(self, about: Match | Challenge | Overview | Tournament) -> tuple[Pictures, Language]:
        """Return pictures and the language for what everybody sees of something."""
        look = await self.people.public_look(about)
        return self.pictures.painted(look.theme), self.texts.language(look.locale)
