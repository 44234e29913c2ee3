"""The buttons for starting a game: choose a board, the terms and an opponent."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.chat.core import custom_ids
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.interaction_handler import rules_of
from bot.chat.core.offered_boards import OfferedBoard, read_board
from bot.chat.core.rights.call_roles import note_if_quiet
from bot.features.challenges.commands.terms_fields import (
    Field,
    fields_of,
    terms_of,
    with_change,
    with_values,
)
from bot.features.challenges.domain import Experience, propose_terms
from bot.features.challenges.pages import start_page
from bot.features.challenges.pages.sent_page import sent_page
from bot.features.challenges.services import ChallengeServices
from bot.model.challenges.terms import Terms
from bot.model.people.person import Person
from bot.model.refusal import Refusal
from bot.model.servers.server_rules import ServerRules


async def new_game(services: ChallengeServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Ask for the board of a new game. Raises Refusal outside of servers."""
    rules = await _server_rules(services, context)
    practises = await services.practice.is_offered_in(context.place)
    page = await start_page.new_game_page(
        context.pictures, services.games, rules, context.t, practises=practises
    )
    # A new message below a welcome, whose buttons have a number; else the page is replaced.
    await (context.show if press.rest else context.show_page)(*page)


async def choose_board(services: ChallengeServices, context: InteractionContext, _: custom_ids.Press) -> None:
    """Propose a game on the board chosen in a menu."""
    await _propose(services, context, read_board(services.games, context.choice))


async def set_up(services: ChallengeServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Propose a game on the board of a button."""
    await _propose(services, context, read_board(services.games, press.rest))


async def change_term(
    services: ChallengeServices, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Change a proposed term, and show the page with it: the main terms or the other ones."""
    key, _, rest = press.rest.partition(":")
    number_text, _, text = rest.partition(":")
    (number,) = custom_ids.Press(press.verb, number_text).numbers(1)
    terms, fields = await _proposal(services, context, read_board(services.games, key))
    now = with_change(fields, text, number, context.choice)
    game = services.games[terms.key]
    if now[number].key in start_page.open_fields(game, terms_of(now, terms)):
        page = await start_page.start_page(context.pictures, game, terms, now, context.t)
        await context.show_page(*page)
    else:
        await context.show_page(start_page.more_rules_page(game, terms, now, context.t))


async def more_rules(
    services: ChallengeServices, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Show the other terms."""
    terms, fields = await _terms_of_press(services, context, press)
    game = services.games[terms.key]
    await context.show_page(start_page.more_rules_page(game, terms, fields, context.t))


async def back(services: ChallengeServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Go back to the main terms."""
    terms, fields = await _terms_of_press(services, context, press)
    game = services.games[terms.key]
    page = await start_page.start_page(context.pictures, game, terms, fields, context.t)
    await context.show_page(*page)


async def ask_anyone(
    services: ChallengeServices, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Challenge anyone, or open a lobby."""
    await _challenge(services, context, press, ())


async def ask_people(
    services: ChallengeServices, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Challenge the chosen person, or invite the chosen people to a table. Raises Refusal for other bots."""
    people, _ = context.mentions()
    me = context.interaction.client.user
    against_engine = (
        services.practice.is_offered and me is not None and me.id in {person.id for person in people}
    )
    if against_engine:
        await services.practice.check_place(context.place)
    elif context.names_a_bot:
        raise Refusal("opponent-bot")
    await _challenge(services, context, press, people, against_engine=against_engine)


async def _propose(services: ChallengeServices, context: InteractionContext, board: OfferedBoard) -> None:
    terms, fields = await _proposal(services, context, board)
    game = services.games[terms.key]
    await context.show_page(*await start_page.start_page(context.pictures, game, terms, fields, context.t))


async def _challenge(
    services: ChallengeServices,
    context: InteractionContext,
    press: custom_ids.Press,
    people: Sequence[Person],
    *,
    against_engine: bool = False,
) -> None:
    """Create the challenge with the chosen terms; its card offers to change it."""
    asked, fields = await _terms_of_press(services, context, press)
    terms = replace(terms_of(fields, asked), against_engine=against_engine)
    if against_engine:
        # The series was proposed for people; engines play single games.
        terms = replace(terms, tie_break=None)
    with rules_of(terms.key):
        challenge = await services.invitations.challenge(context.request, terms, context.place, people)
    await context.show_page(await sent_page(services.agenda, services.limits, context, challenge))
    await note_if_quiet(services.servers, services.limitations, context.interaction, challenge)


async def _terms_of_press(
    services: ChallengeServices, context: InteractionContext, press: custom_ids.Press
) -> tuple[Terms, tuple[Field, ...]]:
    """Return the terms encoded in a press on the page of a new game. Raises MalformedId."""
    key, _, text = press.rest.partition(":")
    terms, fields = await _proposal(services, context, read_board(services.games, key))
    return terms, with_values(fields, text) if text else fields


async def _proposal(
    services: ChallengeServices, context: InteractionContext, board: OfferedBoard
) -> tuple[Terms, tuple[Field, ...]]:
    """Return the terms proposed to a person, and their fields."""
    rules = await _server_rules(services, context)
    experience = Experience.after(await services.matches.of(context.person.id, running=False))
    game = services.games[board.key]
    terms = propose_terms(game, board.options, rules, experience)
    return terms, fields_of(game, terms, context.t)


async def _server_rules(services: ChallengeServices, context: InteractionContext) -> ServerRules:
    if context.place.server is None:
        raise Refusal("servers-only")
    return await services.servers.server(context.place.server)


HANDLERS: Mapping[str, HandlerOf[ChallengeServices]] = {
    "new-game": new_game,
    "choose-game": choose_board,
    "set-up": set_up,
    "start-set": change_term,
    "start-more": more_rules,
    "start-back": back,
    "ask-anyone": ask_anyone,
    "ask-people": ask_people,
}
