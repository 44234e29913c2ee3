"""The person of an interaction, its place, and its answers."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

import discord

from bot.chat.core.contributions.doors import Doors
from bot.chat.core.interactions.answers import Answers
from bot.chat.core.lookup.visibility import SeesMatch, match_visibility, sees_no_match
from bot.chat.core.lookup.whereabouts import server_of
from bot.chat.core.pictures import Pictures
from bot.locale import Language, Texts
from bot.model.match.match import Match
from bot.model.people.person import Person, Place, Request, RolesHeld

COMMUNITY: Final = "COMMUNITY"


@dataclass(frozen=True, slots=True)
class InteractionContext(Answers):
    """The person of an interaction, its place and language, and the ways to answer.

    `sees` returns whether a match of the server is visible from here. `pictures` follow the person's
    preferences. `missed`: they have undeliverable notices. `confirms`: they confirm moves on a preview.
    `leaving` is the time of their requested deletion. `doors` are buttons that other features add to pages.
    """

    person: Person
    place: Place
    request: Request
    t: Language
    pictures: Pictures
    missed: bool = False
    confirms: bool = True
    leaving: datetime | None = None
    sees: SeesMatch = sees_no_match
    doors: Doors = field(default_factory=Doors)

    def may_see(self, match: Match) -> bool:
        """Return whether the person plays the match, or can see its place from here."""
        return match.seat_of(self.person.id) is not None or (
            match.is_visible_in(self.place) and self.sees(match)
        )


def place_of(interaction: discord.Interaction) -> Place:
    """Return the interaction's place. A server without the bot counts as none."""
    server, here = server_of(interaction), interaction.channel
    locale = interaction.locale.value if server is None else _server_locale(interaction)
    private_thread = here is not None and here.type is discord.ChannelType.private_thread
    parent = here.parent_id if isinstance(here, discord.Thread) else None
    return Place(server, interaction.channel_id or 0, locale, parent, private_thread)


def context_of(interaction: discord.Interaction, texts: Texts, pictures: Pictures) -> InteractionContext:
    """Return the context of an interaction, in the client's language.

    A server without the bot counts as none: nothing of it is stored, and it has no rules.
    """
    private, place = interaction.locale.value, place_of(interaction)
    user = interaction.user
    person = Person(user.id, user.display_name, private, member_roles(user))
    request = Request(str(interaction.id), person)
    return InteractionContext(
        interaction,
        person,
        place,
        request,
        texts.language(private),
        pictures,
        sees=match_visibility(interaction),
    )


def member_roles(user: discord.User | discord.Member) -> RolesHeld | None:
    """Return a person's roles in the current server; None if unknown."""
    if not isinstance(user, discord.Member) or not user.guild.roles:
        return None
    return RolesHeld(user.guild.id, frozenset(role.id for role in user.roles))


def community_locale(server: discord.Guild) -> str:
    """Return a Community server's language; empty for other servers, which all report "en-US"."""
    return server.preferred_locale.value if COMMUNITY in server.features else ""


def _server_locale(interaction: discord.Interaction) -> str:
    """Return the language of the interaction's Community server; empty for other servers."""
    known = interaction.guild is not None and COMMUNITY in interaction.guild.features
    return interaction.guild_locale.value if known and interaction.guild_locale else ""
