"""Look at one's own games."""

from collections.abc import Mapping

from bot.chat.core import custom_ids
from bot.chat.core.app_context import AppContext
from bot.chat.core.interactions.handler import Handler
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.features.people import agenda_page


async def games(app: AppContext, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Show the person's own list of games."""
    await context.show(await agenda_page.own_page(app, context))


HANDLERS: Mapping[str, Handler] = {"games": games}
