"""Look at a game one has imported, see its replay, or have it forgotten."""

from collections.abc import Mapping

import discord

from bot.chat.interactions import answers
from bot.chat.interactions.handler import Handler, chosen
from bot.chat.panels.import_page import import_page, import_replay_page
from bot.chat.toolkit import custom_ids, layouts
from bot.chat.toolkit.app_context import AppContext, InteractionContext


async def open_import(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Show the imported game chosen in the menu."""
    (number,) = custom_ids.Press("imports", chosen(interaction)).numbers(1)
    imported = await app.services.imports.get(context.person.id, number)
    await answers.show(interaction, *await import_page(app, imported, context.t))


async def replay(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Show the animation of an imported game."""
    (number,) = press.numbers(1)
    imported = await app.services.imports.get(context.person.id, number)
    await answers.show(interaction, *await import_replay_page(app, imported, context.t))


async def delete(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Forget an imported game."""
    (number,) = press.numbers(1)
    await app.services.imports.delete(context.person.id, number)
    await answers.turn_page(interaction, layouts.note(context.t("import.deleted")))


HANDLERS: Mapping[str, Handler] = {
    "imports": open_import,
    "import-replay": replay,
    "import-delete": delete,
}
