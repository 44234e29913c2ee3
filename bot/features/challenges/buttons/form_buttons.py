"""The form of a challenge, opened from a button or from a person's menu."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from discord import app_commands

from bot.chat.core import custom_ids
from bot.chat.core.commands.menu_command import AnyPerson, person_command
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.interaction_handler import rules_of
from bot.chat.core.offered_boards import OfferedBoard, board_of, offered_boards, read_board
from bot.chat.core.rights.call_roles import note_if_quiet
from bot.chat.parts.new_game import FIRST_BOARD
from bot.features.challenges.commands.challenge_command import guest, names_engine
from bot.features.challenges.commands.terms_fields import fields_of
from bot.features.challenges.domain import Experience, propose_terms
from bot.features.challenges.pages.challenge_form import (
    GAME,
    OPPONENT,
    SENT,
    ChallengedPerson,
    FormDefaults,
    challenge_form,
    chosen_terms,
    single_value,
)
from bot.features.challenges.pages.sent_page import sent_page
from bot.features.challenges.services import ChallengeServices
from bot.model.match.match import Match
from bot.model.people.person import Person
from bot.model.refusal import Refusal
from bot.model.servers.server_rules import ServerRules


def challenge_menu(services: ChallengeServices) -> app_commands.ContextMenu:
    """Return the command in a person's menu that challenges that person."""

    async def run(context: InteractionContext, person: AnyPerson) -> None:
        if person.id == context.person.id:
            raise Refusal("self-challenge")
        if not await names_engine(services.practice, context, [person]):
            guest(person)
        await _ask(services, context, ChallengedPerson(person.id, person.display_name))

    return person_command(services.interactions, "menu.challenge", run)


async def open_form(services: ChallengeServices, context: InteractionContext, _: custom_ids.Press) -> None:
    """Show the form of a challenge."""
    await _ask(services, context, None)


async def send_form(
    services: ChallengeServices, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Create the challenge of a form. Raises Refusal and MalformedId."""
    rules = await _server_rules(services, context)
    answers = context.form_choices
    board = read_board(services.games, single_value(answers, GAME))
    game = services.games[board.key]
    proposal = propose_terms(
        game, board.options, rules, Experience.after(await _finished_matches(services, context))
    )
    terms = chosen_terms(fields_of(game, proposal, context.t), proposal, answers)
    people = _people(context, press, answers.get(OPPONENT, ()))
    me = context.interaction.client.user
    against_engine = (
        services.practice.is_offered and me is not None and me.id in {person.id for person in people}
    )
    if against_engine:
        await services.practice.check_place(context.place)
    elif context.names_a_bot:
        raise Refusal("opponent-bot")
    if against_engine:
        # Engines play no series.
        terms = replace(terms, against_engine=True, tie_break=None)
    with rules_of(terms.key):
        challenge = await services.invitations.challenge(context.request, terms, context.place, people)
    await context.show_page(await sent_page(services.agenda, services.limits, context, challenge))
    await note_if_quiet(services.servers, services.limitations, context.interaction, challenge)


async def _ask(
    services: ChallengeServices, context: InteractionContext, opponent: ChallengedPerson | None
) -> None:
    rules = await _server_rules(services, context)
    finished = await _finished_matches(services, context)
    boards = offered_boards(services.games, rules) or offered_boards(services.games)
    board = _usual_board(services, boards, (*finished[:1], *await services.matches.of(context.person.id)))
    game = services.games[board.key]
    terms = propose_terms(game, board.options, rules, Experience.after(finished))
    defaults = FormDefaults(boards, board, fields_of(game, terms, context.t))
    await context.ask(challenge_form(defaults, opponent, context.request.id, context.t))


def _usual_board(
    services: ChallengeServices, boards: Sequence[OfferedBoard], matches: Sequence[Match]
) -> OfferedBoard:
    """Return the board of a person's newest match, or an easy one; the first one if that is not offered."""
    newest = max(matches, key=lambda match: match.id, default=None)
    usual = (
        read_board(services.games, FIRST_BOARD)
        if newest is None
        else board_of(services.games, newest.key, newest.options)
    )
    return usual if usual in boards else boards[0]


def _people(context: InteractionContext, press: custom_ids.Press, ids: Sequence[str]) -> tuple[Person, ...]:
    """Return the person for whom the form was opened, or the person chosen in it."""
    number = custom_ids.snowflake(press.rest.partition(":")[0])
    return (Person(number, press.after(2), ""),) if number else context.chosen_people(ids)


async def _finished_matches(services: ChallengeServices, context: InteractionContext) -> tuple[Match, ...]:
    return await services.matches.of(context.person.id, running=False)


async def _server_rules(services: ChallengeServices, context: InteractionContext) -> ServerRules:
    if context.place.server is None:
        raise Refusal("servers-only")
    return await services.servers.server(context.place.server)


HANDLERS: Mapping[str, HandlerOf[ChallengeServices]] = {"challenge-form": open_form, SENT: send_form}
