"""Show the settings of a server, and change them."""

from collections.abc import Mapping
from typing import Final

from bot.chat.core import custom_ids
from bot.chat.core.contributions.server_lines import SERVER_SETTINGS
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.rights.admin_rights import admin_server
from bot.features.servers.pages.setting_choices import SET, choices_of
from bot.features.servers.pages.settings_page import CHOOSE, page_of, settings_page
from bot.features.servers.services import ServerServices


async def show_settings(
    services: ServerServices, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Show all settings, to admins."""
    await context.show_page(await settings_page(services, context, admin_server(context.interaction)))


async def show_setting(
    services: ServerServices, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Show the page of the setting chosen in the menu."""
    server = admin_server(context.interaction)
    await context.turn_page(await page_of(services, context, server, context.choice))


async def choose_value(
    services: ServerServices, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Choose a value of a setting with few values."""
    server, value = admin_server(context.interaction), context.choice
    choice = next((choice for choice in choices_of(services.switches) if choice.key == press.rest), None)
    if choice is None or value not in choice.names(await services.servers.server(server), context.t):
        raise custom_ids.MalformedId(press.rest)
    rules = await choice.change(services.servers, context.request, server, value)
    await context.turn_page(choice.page(rules, context.t))


HANDLERS: Final[Mapping[str, HandlerOf[ServerServices]]] = {
    SERVER_SETTINGS: show_settings,
    CHOOSE: show_setting,
    SET: choose_value,
}
