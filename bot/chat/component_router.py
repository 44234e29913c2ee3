"""What happens when a button or a select is used: the handlers of all features, by verb of custom_id."""

from collections.abc import Mapping
from typing import Any, Self

import discord
from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.app_context import AppContext
from bot.chat.core.interactions import past_epoch
from bot.chat.core.interactions.handler import Handler
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.features.boards import board_buttons, history_buttons
from bot.chat.features.challenges import challenge_buttons, counter_offer_buttons, rematch_buttons
from bot.chat.features.help import rules_buttons, welcome_buttons
from bot.chat.features.moves import move_buttons, typed_move_buttons, undo_buttons
from bot.chat.features.moves.exploring import explore_buttons
from bot.chat.features.moves.plans import conditional_move_buttons
from bot.chat.features.offers import more_buttons, offer_buttons, time_buttons
from bot.chat.features.people import block_buttons, games_buttons, privacy_buttons, settings_buttons
from bot.chat.features.ratings import rating_buttons
from bot.chat.features.records import import_buttons, record_buttons
from bot.chat.features.servers import server_buttons
from bot.chat.features.tables import partner_buttons, seat_buttons

HANDLERS: Mapping[str, Handler] = {
    **block_buttons.HANDLERS,
    **board_buttons.HANDLERS,
    **challenge_buttons.HANDLERS,
    **conditional_move_buttons.HANDLERS,
    **counter_offer_buttons.HANDLERS,
    **explore_buttons.HANDLERS,
    **games_buttons.HANDLERS,
    **history_buttons.HANDLERS,
    **import_buttons.HANDLERS,
    **more_buttons.HANDLERS,
    **move_buttons.HANDLERS,
    **offer_buttons.HANDLERS,
    **partner_buttons.HANDLERS,
    **privacy_buttons.HANDLERS,
    **rating_buttons.HANDLERS,
    **record_buttons.HANDLERS,
    **rematch_buttons.HANDLERS,
    **rules_buttons.HANDLERS,
    **seat_buttons.HANDLERS,
    **server_buttons.HANDLERS,
    **settings_buttons.HANDLERS,
    **time_buttons.HANDLERS,
    **typed_move_buttons.HANDLERS,
    **undo_buttons.HANDLERS,
    **welcome_buttons.HANDLERS,
}


async def answer_press(app: AppContext, interaction: discord.Interaction, custom_id: str) -> None:
    """Do what a pressed component says; one that nobody wrote gets a clear answer."""

    async def act(context: InteractionContext) -> None:
        press = custom_ids.read(custom_id)
        handler = HANDLERS.get(press.verb)
        if handler is None:
            raise custom_ids.MalformedId(custom_id)
        if past_epoch.is_past(app, press):
            handler = past_epoch.refuse
        await handler(app.seen_by(context), context, press)

    await app.interactions.guarded(interaction, act, _verb_of(custom_id))


def _verb_of(custom_id: str) -> str | None:
    written = custom_ids.TEMPLATE.fullmatch(custom_id)
    return written["verb"] if written is not None and written["verb"] in HANDLERS else None


def pressable(app: AppContext) -> type[ui.DynamicItem[Any]]:
    """Return the item class by which discord.py recognises this bot's components, also after a restart."""

    class Pressed(ui.DynamicItem[Any], template=custom_ids.TEMPLATE):
        @classmethod
        async def from_custom_id(
            cls, _interaction: discord.Interaction, item: ui.Item[Any], _match: object, /
        ) -> Self:
            return cls(item)

        async def callback(self, interaction: discord.Interaction) -> None:
            await answer_press(app, interaction, self.custom_id)

    return Pressed
