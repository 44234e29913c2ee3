"""What the chat works with: the club, the pictures and the texts, handed in once at the start."""

import asyncio
import io
from collections.abc import Mapping
from dataclasses import dataclass

import discord

from bot.locale import Language, Texts
from bot.play.club import Club
from bot.play.model import Person, Place, Position, Request
from bot.play.outbox import Outbox
from render import Gallery, View
from rules.game import Game, State

PICTURE = "board.png"
LOOK_BACK = 4


@dataclass(frozen=True, slots=True)
class House:
    """The parts of the house that the chat uses."""

    club: Club
    outbox: Outbox
    games: Mapping[str, Game]
    gallery: Gallery
    texts: Texts

    async def picture(self, state: State, t: Language, view: View) -> "Picture":
        """Draw a state off the event loop and say in words what is seen."""
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
    """Who speaks through an interaction, where, and the languages for private and public answers."""

    person: Person
    place: Place
    request: Request
    t: Language
    public: Language


def caller_of(interaction: discord.Interaction, texts: Texts) -> Caller:
    """Return who speaks through `interaction`."""
    private = interaction.locale.value
    public = interaction.guild_locale.value if interaction.guild_locale else private
    person = Person(interaction.user.id, interaction.user.display_name, private)
    place = Place(interaction.guild_id, interaction.channel_id or 0, public)
    request = Request(str(interaction.id), person)
    return Caller(person, place, request, texts.language(private), texts.language(public))
