"""What happens when a button or a select is used: the handlers of all features, by verb of custom_id."""

from collections.abc import Mapping
from typing import Any, Self

import discord
from discord import ui

from bot.chat.assembly import (
    boards_services,
    challenges_services,
    following_services,
    help_services,
    lessons_services,
    letters_services,
    moves_services,
    offers_services,
    people_services,
    puzzles_services,
    ratings_services,
    records_services,
    reviews_services,
    servers_services,
    start_services,
    tables_services,
    tournaments_services,
    trial_services,
)
from bot.chat.core import custom_ids
from bot.chat.core.app_context import AppContext
from bot.chat.core.interactions import past_epoch
from bot.chat.core.interactions.answers import Answers
from bot.chat.core.interactions.handler import Answer, bound
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.responder import Responder
from bot.chat.features.boards import board_buttons, history_buttons
from bot.chat.features.challenges import challenge_buttons, rematch_buttons
from bot.chat.features.challenges.counter_offers import counter_offer_buttons
from bot.chat.features.following import following_buttons
from bot.chat.features.help import rules, welcome_buttons
from bot.chat.features.lessons import lesson_buttons
from bot.chat.features.letters import letter_buttons
from bot.chat.features.moves import move_buttons, typed_move_buttons
from bot.chat.features.moves.exploring import explore_buttons
from bot.chat.features.moves.plans import conditional_move_buttons
from bot.chat.features.offers import more_buttons, offer_buttons, time_buttons
from bot.chat.features.people import blocks, games, privacy, settings
from bot.chat.features.practice import practice_buttons
from bot.chat.features.puzzles import puzzle_buttons
from bot.chat.features.ratings import ratings as ratings_of
from bot.chat.features.records import import_buttons, record_buttons
from bot.chat.features.reviews import review_buttons
from bot.chat.features.servers import server_buttons
from bot.chat.features.start import start_buttons
from bot.chat.features.tables import partner_buttons, seat_buttons
from bot.chat.features.tournaments import ladder_buttons, tournament_buttons
from bot.chat.features.trial import trial_command
from bot.chat.rate_limits.press_limit import PressLimit


class ComponentRouter:
    """Knows the handlers of all features, by verb, and what is past."""

    def __init__(self, app: AppContext) -> None:
        self._app = app
        self._interactions = app.interactions
        self._answers = answers_of(app)
        self._press_limit = PressLimit()

    async def answer(self, interaction: discord.Interaction, custom_id: str) -> None:
        """Run the handler of a pressed component; an unknown one gets a clear answer.

        A button pressed again and again is only acknowledged.
        """
        if self._is_repeated(interaction):
            await Responder.of(interaction).acknowledge()
            return

        async def act(context: InteractionContext) -> None:
            press = custom_ids.read(custom_id)
            answer = self._answers.get(press.verb)
            if answer is None:
                raise custom_ids.MalformedId(custom_id)
            if past_epoch.is_past(self._app, press):
                await past_epoch.refuse(self._app, context, press)
            else:
                await answer(context, press)

        await self._interactions.guarded(interaction, act, self._verb_of(custom_id))

    def _is_repeated(self, interaction: discord.Interaction) -> bool:
        message = interaction.message
        if interaction.type is not discord.InteractionType.component or message is None:
            return False
        payload = Answers(interaction).payload
        # Another choice in the same menu is another press.
        pressed = f"{payload.get('custom_id', '')} {payload.get('values', '')}"
        return self._press_limit.is_reached(interaction.user.id, message.id, pressed)

    def _verb_of(self, custom_id: str) -> str | None:
        written = custom_ids.TEMPLATE.fullmatch(custom_id)
        return written["verb"] if written is not None and written["verb"] in self._answers else None

    def pressable(self) -> type[ui.DynamicItem[Any]]:
        """Return the item class by which discord.py recognises components, also after a restart."""
        router = self

        class Pressed(ui.DynamicItem[Any], template=custom_ids.TEMPLATE):
            @classmethod
            async def from_custom_id(
                cls, _interaction: discord.Interaction, item: ui.Item[Any], _match: object, /
            ) -> Self:
                return cls(item)

            async def callback(self, interaction: discord.Interaction) -> None:
                await router.answer(interaction, self.custom_id)

        return Pressed


def answers_of(app: AppContext) -> Mapping[str, Answer]:
    """Return what answers each verb."""
    boards, moves, records = boards_services(app), moves_services(app), records_services(app)
    challenges, offers = challenges_services(app), offers_services(app)
    helping, people, ratings = help_services(app), people_services(app), ratings_services(app)
    return {
        **bound(blocks.HANDLERS, people),
        **bound(games.HANDLERS, people),
        **bound(privacy.HANDLERS, people),
        **bound(settings.HANDLERS, people),
        **bound(board_buttons.HANDLERS, boards),
        **bound(challenge_buttons.HANDLERS, challenges),
        **bound(conditional_move_buttons.HANDLERS, moves),
        **bound(counter_offer_buttons.HANDLERS, challenges),
        **bound(explore_buttons.HANDLERS, moves),
        **bound(following_buttons.HANDLERS, following_services(app)),
        **bound(history_buttons.HANDLERS, boards),
        **bound(import_buttons.HANDLERS, records),
        **bound(lesson_buttons.HANDLERS, lessons_services(app)),
        **bound(letter_buttons.HANDLERS, letters_services(app)),
        **bound(more_buttons.HANDLERS, offers),
        **bound(move_buttons.HANDLERS, moves),
        **bound(offer_buttons.HANDLERS, offers),
        **bound(partner_buttons.HANDLERS, challenges),
        **bound(practice_buttons.HANDLERS, moves),
        **bound(puzzle_buttons.HANDLERS, puzzles_services(app)),
        **bound(ratings_of.HANDLERS, ratings),
        **bound(record_buttons.HANDLERS, records),
        **bound(rematch_buttons.HANDLERS, challenges),
        **bound(review_buttons.HANDLERS, reviews_services(app)),
        **bound(rules.HANDLERS, helping),
        **bound(seat_buttons.HANDLERS, tables_services(app)),
        **bound(server_buttons.HANDLERS, servers_services(app)),
        **bound(start_buttons.HANDLERS, start_services(app)),
        **bound(time_buttons.HANDLERS, offers),
        **bound(tournament_buttons.HANDLERS, tournaments_services(app)),
        **bound(trial_command.HANDLERS, trial_services(app)),
        **bound(ladder_buttons.HANDLERS, tournaments_services(app)),
        **bound(typed_move_buttons.HANDLERS, moves),
        **bound(welcome_buttons.HANDLERS, helping),
    }
