"""`/challenge`: one subcommand per game, its options taken from the game."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.chat.core.app_context import AppContext, InteractionContext, roles_held
from bot.chat.core.commands.command_i18n import localised
from bot.chat.core.commands.option_spec import OptionSpec, command_with
from bot.chat.core.commands.tree_budget import ROOM, size
from bot.chat.core.interactions import answers
from bot.chat.core.interactions.call_roles import note_if_quiet
from bot.chat.core.interactions.interaction_handler import guarded, rules_of
from bot.chat.core.parsing.clock import read_typed_clock
from bot.chat.features.challenges.challenge_options import (
    AS_MANY_AS_COME,
    RATED,
    SINGLE,
    challenge_slots,
    guests,
    read_given,
    server_clock,
    server_explores,
    server_rates,
)
from bot.chat.features.challenges.sent_page import sent_page
from bot.locale import Language, Texts
from bot.play.domain.challenges import SeriesChoice
from bot.play.domain.people import Person
from bot.play.domain.refusal import Refusal
from rules.contract import Game
from rules.contract.series import TieBreak


def challenge_group(app: AppContext) -> app_commands.Group:
    """Return the command with a subcommand for every game."""
    group = app_commands.Group(
        name=localised(app.texts, "command.challenge"),
        description=localised(app.texts, "command.challenge.about"),
        guild_only=True,
    )
    texts = app.texts
    named = size(texts, localised(texts, "command.challenge"), localised(texts, "command.challenge.about"))
    named += sum(size(texts, *_names(texts, game)) for game in app.games.values())
    for key, slots in challenge_slots(app, ROOM - named).items():
        group.add_command(_subcommand(app, app.games[key], slots))
    return group


def _names(texts: Texts, game: Game) -> tuple[locale_str, locale_str]:
    return localised(texts, f"{game.key}.command"), localised(texts, f"{game.key}.summary")


def _subcommand(
    app: AppContext, game: Game, slots: Sequence[OptionSpec]
) -> app_commands.Command[Any, ..., None]:
    async def run(interaction: discord.Interaction, given: Mapping[str, Any]) -> None:
        async def act(context: InteractionContext) -> None:
            read = read_given(app, game, slots, given, context.t)
            await _challenge(app, interaction, context, game, read)

        await guarded(app, interaction, act)

    return command_with(*_names(app.texts, game), slots, run)


async def _challenge(
    app: AppContext,
    interaction: discord.Interaction,
    context: InteractionContext,
    game: Game,
    given: Mapping[str, Any],
) -> None:
    if context.place.server is None:
        raise Refusal("servers-only")
    clock = (
        read_typed_clock(given["clock"], app.texts) if given["clock"] else await server_clock(app, context)
    )
    people = [_guest(given[key]) for key in guests(game) if given[key] is not None]
    players = given.get("players", AS_MANY_AS_COME)
    series = given.get("series", SINGLE)
    rated = await server_rates(app, context) if given[RATED] is None else bool(given[RATED])
    lobby = len(game.seats) > 1
    with rules_of(game.key), _roles_named(game, context.t):
        challenge = await app.services.invitations.challenge(
            context.request,
            game.key,
            {option.key: given[option.key] for option in game.options},
            people[0] if people and not lobby else None,
            given["role"],
            context.place,
            invited=people if lobby else (),
            players=None if players == AS_MANY_AS_COME else int(players),
            series=None if series == SINGLE else SeriesChoice(TieBreak(series)),
            clock=clock,
            rated=rated,
            exploring=await server_explores(app, context),
        )
    await answers.show(interaction, await sent_page(app, interaction, context, challenge))
    await note_if_quiet(app, interaction, challenge)


@contextmanager
def _roles_named(game: Game, t: Language) -> Iterator[None]:
    """Say by their names which roles are refused and which can be had."""
    try:
        yield
    except Refusal as refusal:
        if refusal.reason != "role-not-played":
            raise
        named = {
            detail: ", ".join(t(f"{game.key}.role.{role}") for role in roles.split(", "))
            for detail, roles in refusal.details.items()
        }
        raise Refusal(refusal.reason, **named) from None


def _guest(opponent: discord.User | discord.Member) -> Person:
    if opponent.bot:
        raise Refusal("opponent-bot")
    if not isinstance(opponent, discord.Member):
        raise Refusal("opponent-away", opponent=opponent.display_name)
    return Person(opponent.id, opponent.display_name, "", roles_held(opponent))
