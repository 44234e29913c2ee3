"""What the chat works with: services, pictures and texts, handed in once at the start."""

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

import discord

from bot.chat.core.drawing import Drawing
from bot.chat.core.parsing.move import NO_WORDS, MoveReader
from bot.chat.core.visibility import SeesMatch, matches_seen_by, sees_nothing
from bot.chat.core.whereabouts import server_of
from bot.locale import Language, Texts
from bot.monitoring.metrics import Metrics
from bot.play.domain.agenda import Overview
from bot.play.domain.challenges import Challenge
from bot.play.domain.epochs import Epochs
from bot.play.domain.matches import Match, Position
from bot.play.domain.people import Person, Place, Request, RolesHeld
from bot.play.ports import Clock, utc_now
from bot.play.projections.outbox import Outbox
from bot.play.services import Services
from render import THEMES, Charts, Gallery, Orientation, ProfileChart, View
from rules.contract import Game, State

if TYPE_CHECKING:
    from bot.chat.core.messages.public_message import PublicMessage

PICTURE = "board.png"
LOOK_BACK = 4
PUBLIC_THEME = "light"
COMMUNITY = "COMMUNITY"


@dataclass(frozen=True, slots=True)
class Links:
    """Where the owner of the bot says what is kept of people, and on what terms it is offered."""

    privacy: str | None = None
    terms: str | None = None


class Retelling(Protocol):
    """What was told, or could not be, told again: delivery alone knows the words of all features."""

    async def again(self, message: discord.Message) -> "PublicMessage | None":
        """Return what a board or a card of the bot's says by now; None for any other message."""

    async def missed(self, interaction: discord.Interaction, context: "InteractionContext") -> None:
        """Tell someone privately what they could not be told."""

    async def welcome(self, interaction: discord.Interaction, t: Language) -> None:
        """Show whoever uses a command first the welcome that could be posted nowhere in their server."""


class NothingToldYet(Retelling):
    """Retells nothing, as nothing is delivered."""

    async def again(self, message: discord.Message) -> None:
        """Return None."""

    async def missed(self, interaction: discord.Interaction, context: "InteractionContext") -> None:
        """Tell nothing."""

    async def welcome(self, interaction: discord.Interaction, t: Language) -> None:
        """Show nothing."""


@dataclass(frozen=True, slots=True)
class AppContext:
    """All that the chat uses.

    `theme` and `mirrored` are how its pictures are seen. `answered` is told the id of each interaction whose
    answer Discord has taken; `moves` knows the words in which moves are typed. `epochs` are the restores that
    the database has come from.
    """

    services: Services
    outbox: Outbox
    games: Mapping[str, Game]
    gallery: Gallery
    texts: Texts
    clock: Clock = utc_now
    theme: str = PUBLIC_THEME
    mirrored: bool = False
    answered: Callable[[str], None] = lambda _interaction: None
    drawing: Drawing = field(default_factory=Drawing)
    moves: MoveReader = NO_WORDS
    links: Links = Links()  # an immutable value
    epochs: Epochs = Epochs()  # noqa: RUF009  # an immutable value
    charts: Charts = field(default_factory=Charts)
    metrics: Metrics = field(default_factory=Metrics)
    retelling: Retelling = field(default_factory=NothingToldYet)

    def seen_by(self, context: "InteractionContext") -> "AppContext":
        """Return the same with pictures as someone has chosen to see them."""
        return self.painted(context.theme, mirrored=context.mirrored)

    def painted(self, theme: str, *, mirrored: bool = False) -> "AppContext":
        """Return the same with pictures in a theme, personal views `mirrored` where the rulebook has that.

        A theme that is no longer drawn is the public one.
        """
        return replace(self, theme=theme if theme in THEMES else PUBLIC_THEME, mirrored=mirrored)

    def look(self, view: View) -> View:
        """Return a view as its reader has chosen to see boards."""
        return replace(view, theme=self.theme, mirrored=self.mirrored)

    async def reader(self, person: int, fallback: str) -> tuple["AppContext", Language]:
        """Return the context and the language for someone who reads in private and does not speak now.

        The locale `fallback` serves where nothing is known of them.
        """
        chosen = await self.services.settings.preferences(person)
        locale = chosen.language or await self.services.people.locale_of(person) or fallback
        return self.painted(chosen.theme, mirrored=chosen.mirrored), self.texts.language(locale)

    async def public(self, about: Match | Challenge | Overview) -> Language:
        """Return the language in which everybody reads of something."""
        return self.texts.language(await self.services.people.public_locale(about))

    async def everyone(self, about: Match | Challenge | Overview) -> tuple["AppContext", Language]:
        """Return the context and the language for what everybody sees of something."""
        look = await self.services.people.public_look(about)
        return self.painted(look.theme), self.texts.language(look.locale)

    async def picture(self, state: State, t: Language, view: View) -> "Picture":
        """Draw a state off the event loop and say in words what is seen."""
        return await self.drawn(state, t, self.look(view))

    async def drawn(self, state: State, t: Language, view: View) -> "Picture":
        """Do the same with a view that is looked at just as it is."""
        png = await self.drawing.picture(self.gallery, state, view)
        return Picture(png, self.gallery.words(state, t, view), self.gallery.orientation(state, view))

    async def profile(self, chart: ProfileChart, words: str) -> "Picture":
        """Draw the chart of a profile off the event loop; `words` say what is seen."""
        return Picture(await self.drawing.profile(self.charts, chart, self.theme), words)

    async def trail(self, position: Position) -> tuple[str, ...]:
        """Return the points of the last move a player made, where a roll has followed it."""
        last, plies = position.state.last, position.match.plies
        if last is None or last.path:
            return ()
        played = await self.services.matches.plies(position.match.id, max(0, plies - LOOK_BACK), plies)
        return next((one.move.path for one in reversed(played) if one.move and one.move.path), ())


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn board (PNG), the same in words, and how the board lies for who looks at it."""

    png: bytes
    words: str
    orientation: Orientation = Orientation.NEUTRAL

    def file(self) -> discord.File:
        """Return a fresh upload of the picture."""
        return discord.File(io.BytesIO(self.png), PICTURE, description=self.words)


@dataclass(frozen=True, slots=True)
class InteractionContext:
    """Who speaks through an interaction, where, and the language for private answers.

    `sees` says which matches of the server stand where they can look now. `theme` and `mirrored` are how they
    see private pictures; `missed` says that something could not be told to them; `confirms` that they want to
    see what their moves lead to first. `leaving` is when they are to be deleted, as they have asked for it.
    """

    person: Person
    place: Place
    request: Request
    t: Language
    theme: str = PUBLIC_THEME
    mirrored: bool = False
    missed: bool = False
    confirms: bool = True
    leaving: datetime | None = None
    sees: SeesMatch = sees_nothing


async def context_for(app: AppContext, interaction: discord.Interaction) -> InteractionContext:
    """Return who speaks through `interaction`, in the language and the theme they have chosen."""
    context = context_of(interaction, app.texts)
    greeting = await app.services.settings.greet(context.person.id)
    chosen = greeting.preferences
    t = context.t if chosen.language is None else app.texts.language(chosen.language)
    return replace(
        context,
        t=t,
        theme=chosen.theme,
        mirrored=chosen.mirrored,
        missed=greeting.missed,
        confirms=chosen.confirm,
        leaving=greeting.leaving,
    )


def context_of(interaction: discord.Interaction, texts: Texts) -> InteractionContext:
    """Return who speaks through `interaction`, in the language of their client.

    A server without the bot is none: nothing of it is kept, and it has no rules.
    """
    private, server = interaction.locale.value, server_of(interaction)
    locale = private if server is None else _spoken_in(interaction)
    user = interaction.user
    person = Person(user.id, user.display_name, private, roles_held(user))
    here = interaction.channel
    private_thread = here is not None and here.type is discord.ChannelType.private_thread
    parent = here.parent_id if isinstance(here, discord.Thread) else None
    place = Place(server, interaction.channel_id or 0, locale, parent, private_thread)
    request = Request(str(interaction.id), person)
    return InteractionContext(
        person, place, request, texts.language(private), sees=matches_seen_by(interaction)
    )


def roles_held(user: discord.User | discord.Member) -> RolesHeld | None:
    """Return the roles someone is said to have in the server they speak in; None where it is not known."""
    if not isinstance(user, discord.Member) or not user.guild.roles:
        return None
    return RolesHeld(user.guild.id, frozenset(role.id for role in user.roles))


def community_locale(server: discord.Guild) -> str:
    """Return the language of a server that is a Community; empty for others, which all say "en-US"."""
    return server.preferred_locale.value if COMMUNITY in server.features else ""


def _spoken_in(interaction: discord.Interaction) -> str:
    """Return the same for the server someone speaks in, of which nothing else may be known."""
    known = interaction.guild is not None and COMMUNITY in interaction.guild.features
    return interaction.guild_locale.value if known and interaction.guild_locale else ""
