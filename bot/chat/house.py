"""What the chat works with: the club, the pictures and the texts, handed in once at the start."""

import asyncio
import io
from collections.abc import Mapping
from dataclasses import dataclass, replace

import discord

from bot.locale import Language, Texts
from bot.play.club import Club
from bot.play.model import Person, Place, Position, Request
from bot.play.outbox import Outbox
from bot.play.ports import Clock, utc_now
from render import Gallery, View
from render.view import THEMES
from rules.contract import Game, State

PICTURE = "board.png"
LOOK_BACK = 4
PUBLIC_THEME = "light"


@dataclass(frozen=True, slots=True)
class House:
    """The parts of the house that the chat uses."""

    club: Club
    outbox: Outbox
    games: Mapping[str, Game]
    gallery: Gallery
    texts: Texts
    clock: Clock = utc_now
    theme: str = PUBLIC_THEME

    def seen_by(self, caller: "Caller") -> "House":
        """Return the house with pictures in the colours someone has chosen for himself."""
        return self.painted(caller.theme)

    def painted(self, theme: str) -> "House":
        """Return the house with pictures in a theme; one that is no longer drawn is the public one."""
        return replace(self, theme=theme if theme in THEMES else PUBLIC_THEME)

    async def reader(self, person: int, fallback: str) -> tuple["House", Language]:
        """Return the house and the language as someone reads them in private who does not speak now.

        The locale `fallback` serves where nothing is known of him.
        """
        chosen = await self.club.preferences(person)
        locale = chosen.language or await self.club.locale_of(person) or fallback
        return self.painted(chosen.theme), self.texts.language(locale)

    async def picture(self, state: State, t: Language, view: View) -> "Picture":
        """Draw a state off the event loop and say in words what is seen."""
        view = replace(view, theme=self.theme)
        png = await asyncio.to_thread(self.gallery.picture, state, view)
        return Picture(png, self.gallery.words(state, t, view))

    async def trail(self, position: Position) -> tuple[str, ...]:
        """Return the points of the last move a player made, where a roll has followed it."""
        last, plies = position.state.last, position.match.plies
        if last is None or last.path:
            return ()
        played = await self.club.plies(position.match.id, max(0, plies - LOOK_BACK), plies)
        return next((one.move.path for one in reversed(played) if one.move and one.move.path), ())


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn board (PNG) and the same in words."""

    png: bytes
    words: str

    def file(self) -> discord.File:
        """Return a fresh upload of the picture."""
        return discord.File(io.BytesIO(self.png), PICTURE, description=self.words)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who speaks through an interaction, where, and the languages for private and public answers.

    `theme` is the one of private pictures; `missed` says that something could not be told to him.
    """

    person: Person
    place: Place
    request: Request
    t: Language
    public: Language
    theme: str = PUBLIC_THEME
    missed: bool = False


async def caller_for(house: House, interaction: discord.Interaction) -> Caller:
    """Return who speaks through `interaction`, in the language and the theme he has chosen."""
    caller = caller_of(interaction, house.texts)
    greeting = await house.club.greet(caller.person.id)
    chosen = greeting.preferences
    t = caller.t if chosen.language is None else house.texts.language(chosen.language)
    return replace(caller, t=t, theme=chosen.theme, missed=greeting.missed)


def caller_of(interaction: discord.Interaction, texts: Texts) -> Caller:
    """Return who speaks through `interaction`, in the language of his client."""
    private = interaction.locale.value
    public = interaction.guild_locale.value if interaction.guild_locale else private
    person = Person(interaction.user.id, interaction.user.display_name, private)
    here = interaction.channel
    parent = here.parent_id if isinstance(here, discord.Thread) else None
    place = Place(interaction.guild_id, interaction.channel_id or 0, public, parent)
    request = Request(str(interaction.id), person)
    return Caller(person, place, request, texts.language(private), texts.language(public))
