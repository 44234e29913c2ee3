"""Presses on messages from before a restore of the database."""

from collections.abc import Sequence

from bot.chat.core import custom_ids
from bot.chat.core.app_context import AppContext
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.surface import Surface
from bot.model.challenges.challenge import ChallengeStatus
from bot.model.refusal import Refusal


class PastEpochs:
    """Refuses presses of other epochs: the numbers in their custom ids may belong to other rows now."""

    def __init__(self, app: AppContext, surfaces: Sequence[Surface]) -> None:
        self._app = app
        self._lasting = frozenset(verb for surface in surfaces for verb in surface.lasting_buttons)
        self._matches = frozenset(verb for surface in surfaces for verb in surface.match_buttons)
        self._challenges = frozenset(verb for surface in surfaces for verb in surface.challenge_buttons)

    def is_past(self, press: custom_ids.Press) -> bool:
        """Return whether a press must be refused."""
        return press.epoch != self._app.epochs.current and press.verb not in self._lasting

    async def refuse(self, context: InteractionContext, press: custom_ids.Press) -> None:
        """Answer that the button is outdated; offer a button to its match or challenge if there is one."""
        t = context.t
        if press.verb in self._matches:
            text, button = t("restored.board"), await self._board(context, press)
        else:
            text, button = t("restored.message"), await self._challenge(context, press)
        if button is None:
            await context.reply(f"{text} {t('restored.find')}")
            return
        await context.show(layouts.note(text, layouts.buttons(button)))

    async def _board(self, context: InteractionContext, press: custom_ids.Press) -> layouts.Button | None:
        """Return a button to the pressed board, if the person plays its match."""
        (match_id,) = press.numbers(1)
        if not self._app.epochs.is_match(press.epoch, match_id):
            return None
        try:
            match = await self._app.services.matches.get(match_id)
        except Refusal:
            return None
        if match.seat_of(context.person.id) is None:
            return None
        return layouts.button(context.t("button.board"), custom_ids.write("board", match_id))

    async def _challenge(self, context: InteractionContext, press: custom_ids.Press) -> layouts.Button | None:
        """Return a button to the pressed challenge, while it can be accepted."""
        if press.verb not in self._challenges:
            return None
        (challenge_id,) = press.numbers(1)
        if not self._app.epochs.is_challenge(press.epoch, challenge_id):
            return None
        try:
            challenge = await self._app.services.challenges.get(challenge_id)
        except Refusal:
            return None
        if challenge.status is not ChallengeStatus.OPEN:
            return None
        return layouts.button(context.t("button.look"), custom_ids.write("look", challenge_id))
