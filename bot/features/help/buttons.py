"""The buttons of first steps: reading rules, learning how the bot works."""

from collections.abc import Mapping

from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.offered_boards import read_board
from bot.features.help.commands.rules_command import shown_rules
from bot.features.help.pages import welcome_pages
from bot.features.help.pages.rules_pages import carousel_page
from bot.features.help.services import HelpServices


async def rules_list(services: HelpServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Ask which game's rules to show."""
    await _show_page(context, press, welcome_pages.rules_list_page(services.games, context.t))


async def choose_rules(services: HelpServices, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Show the rules of the game chosen in a menu."""
    board = read_board(services.games, context.choice)
    rules_view = await shown_rules(services, context, board)
    await context.show_page(*await carousel_page(context.pictures, services.games, rules_view, 0, context.t))


async def how_it_works(services: HelpServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show how to start and play a game."""
    await _show_page(
        context, press, welcome_pages.how_it_works_page(context.t, guides=bool(services.lessons.keys))
    )


async def _show_page(context: InteractionContext, press: custom_ids.Press, page: ui.LayoutView) -> None:
    """Answer with a page: in a new message below a welcome, whose buttons have a number, else in place."""
    await (context.show if press.rest else context.show_page)(page)


HANDLERS: Mapping[str, HandlerOf[HelpServices]] = {
    "rules-list": rules_list,
    "choose-rules": choose_rules,
    "how-it-works": how_it_works,
}
