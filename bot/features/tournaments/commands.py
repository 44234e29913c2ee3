"""`/tournament`: open, enter, leave, show, list, end."""

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import timedelta
from typing import Final

from discord import app_commands
from discord.app_commands import Choice, Range

from bot.chat.core.commands.clock_option import suggested_clocks
from bot.chat.core.commands.command import Command, CommandOption, command, group
from bot.chat.core.commands.command_i18n import localise
from bot.chat.core.commands.declared_commands import SlashCommandOf
from bot.chat.core.commands.game_option import game_option
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.option_spec import ChoiceSpec
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages.message_budget import shorten
from bot.chat.core.offered_boards import named_board
from bot.chat.core.parsing.clock import read_typed_clock
from bot.chat.core.rights import admin_rights
from bot.features.tournaments.buttons.ladder_buttons import choose
from bot.features.tournaments.buttons.tournament_buttons import (
    ask_to_withdraw,
    check_in_charge,
    enter,
    find_tournament,
    server_of,
)
from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.leagues import LeagueRules
from bot.features.tournaments.domain.tournament import (
    FEWEST,
    MOST,
    Tournament,
    TournamentSetup,
    TournamentStatus,
)
from bot.features.tournaments.messages.standings_text import own_name, title
from bot.features.tournaments.pages.tournament_page import list_page, standings_page
from bot.features.tournaments.pages.tournaments_seen import tournament_visibility
from bot.features.tournaments.service.tournaments import MAX_ROUNDS
from bot.features.tournaments.services import TournamentServices
from bot.locale import Language
from bot.model.challenges.terms import Terms
from bot.model.refusal import Refusal
from bot.model.servers.server_rules import RATED
from bot.model.settings import server_switch
from bot.model.tournament_references import MAX_NAME_LENGTH

OPEN_TOURNAMENTS: Final = server_switch("open_tournaments", default=False, place=150, command="tournaments")
FORMATS: Final = (
    Format.SWISS,
    Format.ROUND_ROBIN,
    Format.KNOCKOUT,
    Format.LEAGUE,
    Format.TABLES,
    Format.LADDER,
)
"""The formats that can be chosen."""
USUAL_PLACES: Final = 8
USUAL_ROUNDS: Final = 3
USUAL_GROUP: Final = 6
_LISTED: Final = 25
_MAX_DIGITS: Final = 18
_Act = Callable[[TournamentServices, InteractionContext, int], Awaitable[None]]
"""Acts on the tournament with a number."""


def tournament_group(services: TournamentServices) -> app_commands.Group:
    new_group = group(
        services.interactions,
        "command.tournament",
        _create(services),
        _tournament_command(services, "join", enter),
        _tournament_command(services, "leave", ask_to_withdraw),
        _tournament_command(services, "show", _show),
        _tournament_command(services, "challenge", choose),
        _list(services),
        _tournament_command(services, "end", _end),
    )
    new_group.guild_only = True
    return new_group


def _create(services: TournamentServices) -> Command:
    texts = services.interactions.texts

    async def run(
        context: InteractionContext,
        name: Range[str, 1, MAX_NAME_LENGTH],
        game: str,
        format: str = Format.SWISS.value,  # noqa: A002  # the option is called so
        places: Range[int, FEWEST, MOST] = USUAL_PLACES,
        rounds: Range[int, 1, MAX_ROUNDS] = USUAL_ROUNDS,
        clock: str = "",
        days: Range[int, 1, 90] | None = None,
        engines: Range[int, 1, 5] | None = None,
        at_once: Range[int, 1, 20] | None = None,
        lost_on_time: Range[int, 0, 20] | None = None,
        group_size: Range[int, FEWEST, 8] = USUAL_GROUP,
    ) -> None:
        server = server_of(context)
        rules = await services.servers.server(server)
        if not rules[OPEN_TOURNAMENTS]:
            admin_rights.admin_server(context.interaction)
        board = named_board(services.games, game)
        if format not in {tournament_format.value for tournament_format in FORMATS}:
            kinds_there = ", ".join(context.t(f"tournament.kind.{kind}") for kind in FORMATS)
            raise Refusal(
                "unknown-choice", option=context.t("option.format"), value=format, allowed=kinds_there
            )
        now = context.interaction.created_at
        setup = TournamentSetup(
            name=name,
            terms=Terms(
                board.key,
                board.options,
                clock=read_typed_clock(clock, texts) if clock else rules.proposed_clock,
                rated=rules[RATED],
            ),
            rules=_rules(Format(format), rounds, places, group_size),
            places=places,
            starts=None if days is None else now + timedelta(days=days),
            engine_level=engines,
            at_once=at_once,
            lost_on_time=lost_on_time,
        )
        tournament = await services.tournaments.open(context.request, context.place, setup)
        await context.reply(context.t("tournament.opened", name=own_name(tournament)))

    async def clocks(context: InteractionContext, typed: str) -> list[Choice[str]]:
        return await suggested_clocks(texts, services.servers, context, typed)

    kinds = [
        ChoiceSpec(localise(texts, f"tournament.kind.{tournament_format}"), tournament_format.value)
        for tournament_format in FORMATS
    ]
    return command(
        services.interactions,
        "command.tournament.create",
        run,
        name=CommandOption("option.tournament-name"),
        game=game_option(services.interactions, "option.tournament-game.about"),
        format=CommandOption("option.format", choices=kinds),
        places=CommandOption("option.places"),
        rounds=CommandOption("option.rounds"),
        clock=CommandOption("option.clock", "option.clock.about", clocks),
        days=CommandOption("option.begins"),
        engines=CommandOption("option.filled", is_registered=services.has_engines),
        at_once=CommandOption("option.at-once"),
        lost_on_time=CommandOption("option.lost-on-time"),
        group_size=CommandOption("option.group-size"),
    )


def _rules(kind: Format, rounds: int, places: int, group: int) -> Rules:
    """Return the rules of a tournament; `group` is the largest size of a table or of a league's group."""
    if kind is Format.TABLES:
        return Rules(kind, rounds, most=group)
    return Rules(kind, min(rounds, places - 1), league=LeagueRules(group))


def _tournament_command(services: TournamentServices, key: str, act: _Act) -> Command:
    """Return a command that acts on a tournament, suggested by its name."""

    async def run(context: InteractionContext, tournament: str) -> None:
        await act(services, context, await _number(services, context, tournament))

    async def suggest(context: InteractionContext, typed: str) -> list[Choice[str]]:
        query = typed.strip().casefold()
        titles = _unique_labels(await _latest(services, context), context.t)
        fitting = [(number, name) for number, name in titles.items() if query in name.casefold()]
        return [Choice(name=name, value=str(number)) for number, name in fitting[:_LISTED]]

    return command(
        services.interactions,
        f"command.tournament.{key}",
        run,
        tournament=CommandOption("option.tournament", suggest=suggest),
    )


async def _number(services: TournamentServices, context: InteractionContext, typed: str) -> int:
    """Return the number of a tournament from a typed number or name. Raises Refusal: "unknown-tournament"."""
    query = typed.strip().casefold()
    # No number here has more digits, and Python converts at most 4,300 digits.
    if query.isascii() and query.isdigit() and len(query) <= _MAX_DIGITS:
        return int(query)
    listed = await _latest(services, context)
    titles = _unique_labels(listed, context.t)
    for tournament in listed:
        names = (tournament.setup.name, title(tournament, context.t), titles[tournament.id])
        if query in map(str.casefold, names):
            return tournament.id
    raise Refusal("unknown-tournament")


async def _latest(services: TournamentServices, context: InteractionContext) -> Sequence[Tournament]:
    """Return the latest tournaments of the server that a person may see."""
    return list(filter(tournament_visibility(context), await services.tournaments.latest(server_of(context))))


def _unique_labels(listed: Sequence[Tournament], t: Language) -> Mapping[int, str]:
    """Return labels of tournaments by number: their names, with details if several have the same name.

    Some clients send the name instead of the number, or take the first entry with a name.
    """
    alike = Counter(title(tournament, t) for tournament in listed)
    return {
        tournament.id: title(tournament, t)
        if alike[title(tournament, t)] == 1
        else " · ".join(
            (
                shorten(title(tournament, t), MAX_NAME_LENGTH),
                t(f"tournament.status.{tournament.status}"),
                f"#{tournament.id}",
            )
        )
        for tournament in listed
    }


async def _show(services: TournamentServices, context: InteractionContext, number: int) -> None:
    tournament = await find_tournament(services, context, number)
    await context.show(*await standings_page(services.games, context, tournament))


async def _end(services: TournamentServices, context: InteractionContext, number: int) -> None:
    check_in_charge(context, await find_tournament(services, context, number))
    tournament = await services.tournaments.call_off(context.request, number, server_of(context))
    text_id = "ladder.ended" if tournament.status is TournamentStatus.FINISHED else "tournament.called-off"
    await context.reply(context.t(text_id, name=own_name(tournament)))


def _list(services: TournamentServices) -> Command:
    async def run(context: InteractionContext) -> None:
        await context.show(await list_page(services, context))

    return command(services.interactions, "command.tournament.list", run)


SETTINGS: Final = (OPEN_TOURNAMENTS,)
COMMANDS: Final = (SlashCommandOf("tournament", tournament_group, Reach.SERVERS, HelpGroup.BEGIN.at(30)),)
