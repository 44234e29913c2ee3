"""`/challenge`: one subcommand per game, its options taken from the game."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.chat.commands.common.command_i18n import localised
from bot.chat.commands.common.option_spec import OptionSpec, command_with
from bot.chat.interactions import answers
from bot.chat.interactions.interaction_handler import guarded, rules_of
from bot.chat.panels.agenda_page import used
from bot.chat.toolkit import custom_ids, layouts, phrases, time_text
from bot.chat.toolkit.app_context import AppContext, InteractionContext, context_for, roles_held
from bot.chat.toolkit.parsing.clock import offered_clock, read_typed_clock
from bot.locale import Language, Texts
from bot.play.domain.challenges import RANDOM_ROLE, SeriesChoice
from bot.play.domain.people import Person
from bot.play.domain.refusal import Refusal
from bot.play.domain.time.clocks import NO_CLOCK, ClockChoice
from rules.contract import Game
from rules.contract.capabilities import series_of
from rules.contract.series import TieBreak

SERVERS_ONLY = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
SINGLE = "single"
AS_MANY_AS_COME = "any"
SUGGESTED = 25


def challenge_group(app: AppContext) -> app_commands.Group:
    """Return the command with a subcommand for every game."""
    group = app_commands.Group(
        name=localised(app.texts, "command.challenge"),
        description=localised(app.texts, "command.challenge.about"),
        allowed_contexts=SERVERS_ONLY,
        guild_only=True,
    )
    for game in app.games.values():
        group.add_command(_subcommand(app, game))
    return group


def _subcommand(app: AppContext, game: Game) -> app_commands.Command[Any, ..., None]:
    async def run(interaction: discord.Interaction, given: Mapping[str, Any]) -> None:
        async def act(context: InteractionContext) -> None:
            await _challenge(app, interaction, context, game, given)

        await guarded(app, interaction, act)

    texts = app.texts
    slots = [
        *_people(texts, game),
        *_role(texts, game),
        *_options(texts, game),
        *_series(texts, game),
        clock_slot(app),
    ]
    return command_with(
        localised(texts, f"{game.key}.command"), localised(texts, f"{game.key}.summary"), slots, run
    )


def guests(game: Game) -> list[str]:
    """Return the keys of the options by which opponents are named: one fewer than the game has seats."""
    return ["opponent", *(f"opponent_{number}" for number in range(2, max(game.seats)))]


def _people(texts: Texts, game: Game) -> list[OptionSpec]:
    first, *others = guests(game)
    about = localised(texts, "option.opponent.about")
    slots = [OptionSpec(first, discord.User | None, None, localised(texts, "option.opponent"), about)]
    if len(game.seats) > 1:
        many = localised(texts, "option.players.any")
        choices = (
            Choice(name=many, value=AS_MANY_AS_COME),
            *(Choice(name=str(number), value=str(number)) for number in game.seats),
        )
        players = localised(texts, "option.players"), localised(texts, "option.players.about")
        slots.append(OptionSpec("players", str, AS_MANY_AS_COME, *players, choices))
    more = localised(texts, "option.opponent.more")
    slots += [
        OptionSpec(key, discord.User | None, None, localised(texts, "option.opponent", number=n), more)
        for n, key in enumerate(others, start=2)
    ]
    return slots


def _role(texts: Texts, game: Game) -> list[OptionSpec]:
    choices = (
        Choice(name=localised(texts, "role.random"), value=RANDOM_ROLE),
        *(
            Choice(name=localised(texts, f"{game.key}.role.{role}"), value=role)
            for role in game.roles(max(game.seats))
        ),
    )
    name, about = localised(texts, "option.role"), localised(texts, "option.role.about")
    return [OptionSpec("role", str, RANDOM_ROLE, name, about, choices)]


def _options(texts: Texts, game: Game) -> list[OptionSpec]:
    return [
        OptionSpec(
            option.key,
            str,
            option.default,
            localised(texts, f"{game.key}.option.{option.key}"),
            localised(texts, f"{game.key}.option.{option.key}.about"),
            tuple(
                Choice(name=localised(texts, f"{game.key}.option.{option.key}.value.{value}"), value=value)
                for value in option.values
            ),
        )
        for option in game.options
    ]


def _series(texts: Texts, game: Game) -> list[OptionSpec]:
    series = series_of(game)
    if series is None:
        return []
    values = (SINGLE, *series.tie_breaks)
    choices = tuple(
        Choice(name=localised(texts, f"option.series.{value}"), value=str(value)) for value in values
    )
    name, about = localised(texts, "option.series"), localised(texts, "option.series.about")
    return [OptionSpec("series", str, SINGLE, name, about, choices)]


def clock_slot(app: AppContext, default: str | None = "") -> OptionSpec:
    """Return the option for a clock, which is typed or picked from what is suggested."""

    async def suggest(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        context = await context_for(app, interaction)
        server = await _server_clock(app, context)
        named = time_text.suggest(server, typed, context.t, offered_clock(typed, app.texts))
        return [Choice(name=name[:100], value=value) for name, value in named[:SUGGESTED]]

    about = localised(app.texts, "option.clock.about")
    return OptionSpec("clock", str, default, localised(app.texts, "option.clock"), about, suggest=suggest)


async def _server_clock(app: AppContext, context: InteractionContext) -> ClockChoice:
    """Return the clock of challenges that name none."""
    server = context.place.server
    return NO_CLOCK if server is None else (await app.services.servers.server(server)).clock


async def _challenge(
    app: AppContext,
    interaction: discord.Interaction,
    context: InteractionContext,
    game: Game,
    given: Mapping[str, Any],
) -> None:
    if interaction.guild_id is None:
        raise Refusal("servers-only")
    clock = (
        read_typed_clock(given["clock"], app.texts) if given["clock"] else await _server_clock(app, context)
    )
    people = [_guest(given[key]) for key in guests(game) if given[key] is not None]
    players = given.get("players", AS_MANY_AS_COME)
    series = given.get("series", SINGLE)
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
        )
    t = context.t
    name = t(f"{game.key}.name")
    if not _may_write(interaction):
        said = t("challenge.sent-elsewhere", game=name)
    elif lobby:
        said = t("challenge.sent-lobby", game=name)
    elif people:
        said = t("challenge.sent", game=name, opponent=phrases.mention(people[0].id))
    else:
        said = t("challenge.sent-open", game=name)
    counted = used(await app.services.agenda.of(context.person.id), context.person.id, app.services.limits, t)
    row = layouts.buttons(layouts.button(t("button.withdraw"), custom_ids.write("withdraw", challenge.id)))
    await answers.show(interaction, layouts.page(layouts.text(f"{said}\n{counted}"), row))


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


def _may_write(interaction: discord.Interaction) -> bool:
    """Return whether the bot can post the card where the challenge was made."""
    may = interaction.app_permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    return may.view_channel and (may.send_messages_in_threads if in_thread else may.send_messages)


def _guest(opponent: discord.User | discord.Member) -> Person:
    if opponent.bot:
        raise Refusal("opponent-bot")
    if not isinstance(opponent, discord.Member):
        raise Refusal("opponent-away", opponent=opponent.display_name)
    return Person(opponent.id, opponent.display_name, "", roles_held(opponent))
