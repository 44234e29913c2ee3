"""First steps: begin a game, read rules, learn how it works."""

from collections.abc import Mapping, Sequence

from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.interactions.call_roles import note_if_quiet
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.interaction_handler import rules_of
from bot.chat.features.challenges.sent_page import sent_page
from bot.chat.features.help import welcome_pages
from bot.chat.features.help.services import HelpServices
from bot.play.domain.challenges import RANDOM_ROLE
from bot.play.domain.people import Person
from bot.play.domain.refusal import Refusal
from bot.play.domain.servers.server_rules import ServerRules


async def new_game(services: HelpServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Ask which game is to begin. Raises Refusal outside of servers."""
    page = welcome_pages.new_game_page(services.games, await _server_rules(services, context), context.t)
    await _go_on(context, press, page)


async def choose_game(services: HelpServices, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Ask whom the game chosen in a menu is to be played with."""
    await _set_up(services, context, context.choice)


async def set_up(services: HelpServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Ask whom the game of a button is to be played with."""
    await _set_up(services, context, press.rest)


async def ask_anyone(services: HelpServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Challenge whoever accepts first, or open a table."""
    await _challenge(services, context, press.rest, ())


async def ask_people(services: HelpServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Challenge the chosen person, or invite the chosen ones to a table. Raises Refusal for bots."""
    people, _ = context.mentioned()
    if context.names_a_bot:
        raise Refusal("opponent-bot")
    await _challenge(services, context, press.rest, people)


async def rules_list(services: HelpServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Ask which game's rules are to be read."""
    await _go_on(context, press, welcome_pages.rules_list_page(services.games, context.t))


async def choose_rules(services: HelpServices, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Show the rules of the game chosen in a menu."""
    key = _known(services, context.choice)
    await context.go_on(
        *await welcome_pages.read_rules_page(context.pictures, services.games, key, context.t)
    )


async def how_it_works(_services: HelpServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show how a game comes about and is played."""
    await _go_on(context, press, welcome_pages.how_it_works_page(context.t))


async def _go_on(context: InteractionContext, press: custom_ids.Press, page: ui.LayoutView) -> None:
    """Answer with a page: beside a welcome, whose buttons have a number, else in its place."""
    await (context.show if press.rest else context.go_on)(page)


async def _set_up(services: HelpServices, context: InteractionContext, key: str) -> None:
    rules = await _server_rules(services, context)
    await context.go_on(welcome_pages.set_up_page(services.games, _known(services, key), rules, context.t))


async def _challenge(
    services: HelpServices,
    context: InteractionContext,
    key: str,
    people: Sequence[Person],
) -> None:
    """Make a challenge on the usual terms; its card offers to change them."""
    rules, game = await _server_rules(services, context), services.games[_known(services, key)]
    table = len(game.seats) > 1
    with rules_of(key):
        challenge = await services.invitations.challenge(
            context.request,
            key,
            {option.key: option.default for option in game.options},
            people[0] if people and not table else None,
            RANDOM_ROLE,
            context.place,
            invited=people if table else (),
            clock=rules.clock,
            rated=rules.rated,
            exploring=rules.exploring,
        )
    await context.go_on(await sent_page(services.agenda, services.limits, context, challenge))
    await note_if_quiet(services.servers, services.limitations, context.interaction, challenge)


async def _server_rules(services: HelpServices, context: InteractionContext) -> ServerRules:
    if context.place.server is None:
        raise Refusal("servers-only")
    return await services.servers.server(context.place.server)


def _known(services: HelpServices, key: str) -> str:
    if key not in services.games:
        raise custom_ids.MalformedId(key)
    return key


HANDLERS: Mapping[str, HandlerOf[HelpServices]] = {
    "new-game": new_game,
    "choose-game": choose_game,
    "set-up": set_up,
    "ask-anyone": ask_anyone,
    "ask-people": ask_people,
    "rules-list": rules_list,
    "choose-rules": choose_rules,
    "how-it-works": how_it_works,
}
