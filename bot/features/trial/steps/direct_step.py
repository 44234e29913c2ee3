"""A direct message: whether it can be opened, has a stable channel, and arrives."""

from typing import Any, Final

import discord

from bot.chat.core.messages import layouts
from bot.chat.core.messages.message_edits import calling
from bot.features.trial.steps.step import Instruction, StepOutcome, TrialAction
from bot.features.trial.trial_state import DiscordTrial

_CLOSED: Final = (50007, 50278, 50033)


class DirectStep:
    """Sends the person a direct message, as games do."""

    async def begin(self, trial: DiscordTrial) -> bool:
        """Open the direct messages twice and post there."""
        attempts, http = trial.attempts, trial.client.http

        def open_channel() -> Any:  # noqa: ANN401  # the resolved type of discord.py
            return http.start_private_message(trial.person)

        first = await attempts.maybe(open_channel)
        if first is None:
            trial.results.record_untried("same-channel")
            return False
        await attempts.expect_answer(
            "same-channel", open_channel, lambda channel: channel["id"] == first["id"]
        )
        channel, picture = int(first["id"]), await trial.picture()
        words = "\n".join((trial.t("trial.direct"), trial.t("trial.public")))
        try:
            message = await attempts.ask(
                lambda: trial.partial(channel).send(
                    words, files=[picture.file()], allowed_mentions=calling((trial.person,))
                )
            )
        except discord.HTTPException as error:
            trial.results.check("direct-refused", holds=error.code in _CLOSED)
            return False
        await trial.keep(channel, message.id)
        return True

    async def instruction(self, trial: DiscordTrial) -> Instruction:
        """Ask whether the message has arrived."""
        row = layouts.buttons(
            trial.button("trial.button.came", "came", "yes"),
            trial.button("trial.button.did-not-come", "came", "no"),
        )
        return Instruction(trial.t("trial.step.direct"), (row,))

    async def act(self, trial: DiscordTrial, reply: TrialAction) -> StepOutcome:
        """Record the answer."""
        if reply.action != "came":
            return StepOutcome.STAY
        trial.results.check("direct-came", holds=reply.argument == "yes")
        return StepOutcome.DONE
