"""Ask a returning person whose deletion is scheduled whether to keep their data."""

from typing import Final

import discord
from discord import ButtonStyle, ui

from bot.chat.core import custom_ids
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.core.ports import DeletionsPort
from bot.locale import Language

VERBS: Final = frozenset({"privacy", "forget-me", "forget-me-sure", "forget-me-now", "stay", "my-data"})
"""The verbs of buttons that belong to that decision."""


async def ask_to_stay(deletions: DeletionsPort, context: InteractionContext) -> None:
    """Ask a person whether they still want to be deleted, unless this interaction decides it."""
    if context.leaving is None:
        return
    data = context.payload
    pressed = custom_ids.TEMPLATE.fullmatch(str(data.get("custom_id", "")))
    decides = data.get("name") == "privacy" or (pressed is not None and pressed["verb"] in VERBS)
    if not decides and (due := await deletions.due_of(context.person.id)) is not None:
        text = context.t("privacy.still", when=discord.utils.format_dt(due, "R"))
        await context.show(layouts.page(layouts.text(text), cancel_row(context.t)))


def cancel_row(t: Language) -> ui.ActionRow[ui.LayoutView]:
    """Return the row with the button that cancels the deletion."""
    stay = layouts.button(t("button.stay"), custom_ids.write("stay"), ButtonStyle.success)
    return ui.ActionRow(stay)
