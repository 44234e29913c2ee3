"""Routes pressed components to the features' handlers by the verb of the custom id."""

from collections.abc import Mapping, Sequence
from typing import Any, Self

import discord
from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.app_context import AppContext
from bot.chat.core.interactions.answers import Answers
from bot.chat.core.interactions.handler import Answer
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.responder import Responder
from bot.chat.past_epoch import PastEpochs
from bot.chat.rate_limits.press_limit import PressLimit
from bot.chat.surface import Surface
from bot.kernel.feature import merge


class ComponentRouter:
    """The handlers of all features, by verb. Raises DeclaredTwice if two features handle the same verb."""

    def __init__(self, app: AppContext, surfaces: Sequence[Surface]) -> None:
        self._past = PastEpochs(app, surfaces)
        self._interactions = app.interactions
        self._answers: Mapping[str, Answer] = merge(surface.buttons for surface in surfaces)
        self._press_limit = PressLimit()

    async def answer(self, interaction: discord.Interaction, custom_id: str) -> None:
        """Run the handler of a pressed component; an unknown component gets an explanation.

        Rapid repeated presses are only acknowledged.
        """
        if self._is_repeated(interaction):
            await Responder.of(interaction).acknowledge()
            return

        async def act(context: InteractionContext) -> None:
            press = custom_ids.read(custom_id)
            answer = self._answers.get(press.verb)
            if answer is None:
                raise custom_ids.MalformedId(custom_id)
            if self._past.is_past(press):
                await self._past.refuse(context, press)
            else:
                await answer(context, press)

        await self._interactions.run_guarded(interaction, act, self._verb_of(custom_id))

    def _is_repeated(self, interaction: discord.Interaction) -> bool:
        message = interaction.message
        if interaction.type is not discord.InteractionType.component or message is None:
            return False
        payload = Answers(interaction).payload
        # Another choice in the same menu counts as another press.
        pressed = f"{payload.get('custom_id', '')} {payload.get('values', '')}"
        return self._press_limit.is_reached(interaction.user.id, message.id, pressed)

    def _verb_of(self, custom_id: str) -> str | None:
        match = custom_ids.TEMPLATE.fullmatch(custom_id)
        return match["verb"] if match is not None and match["verb"] in self._answers else None

    def pressable(self) -> type[ui.DynamicItem[Any]]:
        """Return the item class by which discord.py recognises components, even after a restart."""
        router = self

        class PressedItem(ui.DynamicItem[Any], template=custom_ids.TEMPLATE):
            @classmethod
            async def from_custom_id(
                cls, _interaction: discord.Interaction, item: ui.Item[Any], _match: object, /
            ) -> Self:
                return cls(item)

            async def callback(self, interaction: discord.Interaction) -> None:
                await router.answer(interaction, self.custom_id)

        return PressedItem
