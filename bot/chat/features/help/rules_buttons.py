"""Read the rules of a game."""

from collections.abc import Mapping

from bot.chat.core import custom_ids
from bot.chat.core.app_context import AppContext
from bot.chat.core.interactions.handler import Handler
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.features.help.rules_page import rules_page


async def show_rules(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show the rules of a game, from a match those that hold there."""
    key, _, match = press.rest.partition(":")
    if key not in app.games:
        raise custom_ids.MalformedId(press.rest)
    chosen = None
    if match:
        (match_id,) = custom_ids.Press("rules", match).numbers(1)
        chosen = (await app.lookup.visible(context, match_id)).options
    await context.show(*await rules_page(app, key, context.t, chosen))


HANDLERS: Mapping[str, Handler] = {"rules": show_rules}
