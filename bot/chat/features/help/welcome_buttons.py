"""First steps: begin a game, read rules, learn how it works."""

from collections.abc import Mapping, Sequence

from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.app_context import AppContext
from bot.chat.core.interactions.call_roles import note_if_quiet
from bot.chat.core.interactions.handler import Handler
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.interaction_handler import rules_of
from bot.chat.features.challenges.sent_page import sent_page
from bot.chat.features.help import welcome_pages
from bot.play.domain.challenges import RANDOM_ROLE
from bot.play.domain.people import Person
from bot.play.domain.refusal import Refusal
from bot.play.domain.servers.server_rules import ServerRules


async def new_game(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Ask which game is to begin. Raises Refusal outside of servers."""
    page = welcome_pages.new_game_page(app, await _server_rules(app, context), context.t)
    await _go_on(context, press, page)


async def choose_game(app: AppContext, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Ask whom the game chosen in a menu is to be played with."""
    await _set_up(app, context, context.choice)


async def set_up(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Ask whom the game of a button is to be played with."""
    await _set_up(app, context, press.rest)


async def ask_anyone(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Challenge whoever accepts first, or open a table."""
    await _challenge(app, context, press.rest, ())


async def ask_people(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Challenge the chosen person, or invite the chosen ones to a table. Raises Refusal for bots."""
    people, _ = context.mentioned()
    if context.names_a_bot:
        raise Refusal("opponent-bot")
    await _challenge(app, context, press.rest, people)


async def rules_list(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Ask which game's rules are to be read."""
    await _go_on(context, press, welcome_pages.rules_list_page(app, context.t))


async def choose_rules(app: AppContext, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Show the rules of the game chosen in a menu."""
    key = _known(app, context.choice)
    await context.go_on(*await welcome_pages.read_rules_page(app, key, context.t))


async def how_it_works(_app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show how a game comes about and is played."""
    await _go_on(context, press, welcome_pages.how_it_works_page(context.t))


async def _go_on(context: InteractionContext, press: custom_ids.Press, page: ui.LayoutView) -> None:
    """Answer with a page: beside a welcome, whose buttons have a number, else in its place."""
    await (context.show if press.rest else context.go_on)(page)


async def _set_up(app: AppContext, context: InteractionContext, key: str) -> None:
    rules = await _server_rules(app, context)
    await context.go_on(welcome_pages.set_up_page(app, _known(app, key), rules, context.t))


async def _challenge(
    app: AppContext,
    context: InteractionContext,
    key: str,
    people: Sequence[Person],
) -> None:
    """Make a challenge on the usual terms; its card offers to change them."""
    rules, game = await _server_rules(app, context), app.games[_known(app, key)]
    table = len(game.seats) > 1
    with rules_of(key):
        challenge = await app.services.invitations.challenge(
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
    await context.go_on(await sent_page(app, context, challenge))
    await note_if_quiet(app, context.interaction, challenge)


async def _server_rules(app: AppContext, context: InteractionContext) -> ServerRules:
    if context.place.server is None:
        raise Refusal("servers-only")
    return await app.services.servers.server(context.place.server)


def _known(app: AppContext, key: str) -> str:
    if key not in app.games:
        raise custom_ids.MalformedId(key)
    return key


HANDLERS: Mapping[str, Handler] = {
    "new-game": new_game,
    "choose-game": choose_game,
    "set-up": set_up,
    "ask-anyone": ask_anyone,
    "ask-people": ask_people,
    "rules-list": rules_list,
    "choose-rules": choose_rules,
    "how-it-works": how_it_works,
}
