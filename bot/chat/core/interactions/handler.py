"""What every handler of a press has in common."""

from collections.abc import Awaitable, Callable

from bot.chat.core import custom_ids
from bot.chat.core.app_context import AppContext
from bot.chat.core.interactions.interaction_context import InteractionContext

Handler = Callable[[AppContext, InteractionContext, custom_ids.Press], Awaitable[None]]
