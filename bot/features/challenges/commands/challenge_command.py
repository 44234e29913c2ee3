"""`/challenge`: a subcommand for each game, as many as fit into a command, and one for all others."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.chat.core.commands.command_i18n import localise
from bot.chat.core.commands.declared_commands import SlashCommandOf
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.option_spec import MOST, OptionSpec, command_with
from bot.chat.core.commands.reach import Reach
from bot.chat.core.commands.tree_budget import ROOM, size, slots_size
from bot.chat.core.interactions.interaction_context import InteractionContext, member_roles
from bot.chat.core.interactions.interaction_handler import rules_of
from bot.chat.core.rights.call_roles import note_if_quiet
from bot.features.challenges.commands.challenge_options import (
    challenge_slots,
    guests,
    own_options,
    read_terms,
    read_values,
)
from bot.features.challenges.domain import Experience, propose_terms
from bot.features.challenges.pages.other_games import GAME, chosen_game, slots_of_others
from bot.features.challenges.pages.sent_page import sent_page
from bot.features.challenges.services import ChallengeServices
from bot.features.engines.service.practice import Practice
from bot.locale import Texts
from bot.model.people.person import Person
from bot.model.refusal import Refusal
from rules.contract import Game


@dataclass(frozen=True, slots=True)
class _GameSubcommand:
    """A subcommand: its texts, its options, and its game."""

    name: locale_str
    about: locale_str
    slots: Sequence[OptionSpec]
    game: Callable[[Mapping[str, Any]], Game]

    def size(self, texts: Texts) -> int:
        """Return the number of characters that count towards Discord's limit."""
        return size(texts, self.name, self.about) + slots_size(texts, self.slots)


def challenge_group(services: ChallengeServices) -> app_commands.Group:
    """Return the command with a subcommand for each game that fits, and one for all others."""
    texts = services.interactions.texts
    name, about = localise(texts, "command.challenge"), localise(texts, "command.challenge.about")
    group = app_commands.Group(name=name, description=about, guild_only=True)
    for command in _subcommands(services, ROOM - size(texts, name, about)):
        group.add_command(_command(services, command))
    return group


def _subcommands(services: ChallengeServices, room: int) -> Sequence[_GameSubcommand]:
    """Return a subcommand for each game that fits, and one for all others."""
    games = tuple(services.games.values())
    own = [_own(services, game) for game in games]
    for number in range(len(own), -1, -1):
        commands = [*own[:number], *([] if number == len(own) else [_others(services, games[number:])])]
        if (
            len(commands) <= MOST
            and sum(command.size(services.interactions.texts) for command in commands) <= room
        ):
            break
    return commands


def _own(services: ChallengeServices, game: Game) -> _GameSubcommand:
    name, about = (
        localise(services.interactions.texts, f"{game.key}.command"),
        localise(services.interactions.texts, f"{game.key}.summary"),
    )
    return _GameSubcommand(name, about, challenge_slots(services, game), lambda _given: game)


def _others(services: ChallengeServices, games: Sequence[Game]) -> _GameSubcommand:
    name = localise(services.interactions.texts, "command.challenge.other")
    about = localise(services.interactions.texts, "command.challenge.other.about")

    def game_of(values: Mapping[str, Any]) -> Game:
        return chosen_game(services.interactions.texts, games, values[GAME])

    return _GameSubcommand(name, about, slots_of_others(services, games), game_of)


def _command(
    services: ChallengeServices, subcommand: _GameSubcommand
) -> app_commands.Command[Any, ..., None]:
    async def run(interaction: discord.Interaction, values: Mapping[str, Any]) -> None:
        async def act(context: InteractionContext) -> None:
            game = subcommand.game(values)
            # An unknown option comes from a command registered by an earlier version.
            merged = {key: values.get(key, value) for key, value in interaction.namespace if key != GAME}
            await _challenge(services, context, game, read_values(services, game, merged, context.t))

        await services.interactions.run_guarded(interaction, act)

    return command_with(subcommand.name, subcommand.about, subcommand.slots, run)


async def _challenge(
    services: ChallengeServices,
    context: InteractionContext,
    game: Game,
    values: Mapping[str, Any],
) -> None:
    if context.place.server is None:
        raise Refusal("servers-only")
    rules = await services.servers.server(context.place.server)
    experience = Experience.after(await services.matches.of(context.person.id, running=False))
    usual = propose_terms(game, own_options(game, values), rules, experience)
    opponents = [values[key] for key in guests(game) if values[key] is not None]
    against_engine = await names_engine(services.practice, context, opponents)
    if against_engine:
        # Engines play no series; an explicit request for one is refused.
        usual = replace(usual, tie_break=None)
    terms = read_terms(services.interactions.texts, game, values, usual)
    people = [_account(user) if against_engine else guest(user) for user in opponents]
    with rules_of(game.key):
        challenge = await services.invitations.challenge(
            context.request, replace(terms, against_engine=against_engine), context.place, people
        )
    await context.show(await sent_page(services.agenda, services.limits, context, challenge))
    await note_if_quiet(services.servers, services.limitations, context.interaction, challenge)


async def names_engine(
    practice: Practice, context: InteractionContext, people: Sequence[discord.User | discord.Member]
) -> bool:
    """Return whether the people include the bot itself, and engines are available.

    Raises Refusal if the server does not allow engines there.
    """
    me = context.interaction.client.user
    if me is None or all(user.id != me.id for user in people) or not practice.is_offered:
        return False
    await practice.check_place(context.place)
    return True


def _account(opponent: discord.User | discord.Member) -> Person:
    return Person(opponent.id, opponent.display_name, "")


def guest(opponent: discord.User | discord.Member) -> Person:
    """Return the challenged person. Raises Refusal: "opponent-bot", "opponent-away"."""
    if opponent.bot:
        raise Refusal("opponent-bot")
    if not isinstance(opponent, discord.Member):
        raise Refusal("opponent-away", opponent=opponent.display_name)
    return Person(opponent.id, opponent.display_name, "", member_roles(opponent))


COMMANDS: Final = (SlashCommandOf("challenge", challenge_group, Reach.SERVERS, HelpGroup.BEGIN.at(10)),)
