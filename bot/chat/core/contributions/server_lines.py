"""The lines that features contribute to a server's settings page."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.locale import Language

SERVER_SETTINGS: Final = "server-settings"
"""The verb that opens the page."""
ServerValue = Callable[[InteractionContext, int], Awaitable[str]]
ServerPage = Callable[[InteractionContext, int], Awaitable[ui.LayoutView]]


@dataclass(frozen=True, slots=True)
class ServerLine:
    """A line of the page, sorted by `place`; the text "setting.<key>" is its title.

    `value` returns the server's choice as text, `page` the page on which an admin changes it.
    """

    key: str
    place: int
    value: ServerValue
    page: ServerPage


def all_settings(t: Language) -> layouts.Block:
    """Return a row with the button to all settings."""
    return layouts.buttons(layouts.button(t("button.all-settings"), custom_ids.write(SERVER_SETTINGS)))
