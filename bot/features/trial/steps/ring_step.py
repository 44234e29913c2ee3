"""Two pings to the person's phone, the second one silent."""

from typing import Final

import discord

from bot.chat.core.messages import layouts
from bot.chat.core.messages.message_edits import calling
from bot.features.trial.steps.step import Instruction, StepOutcome, TrialAction
from bot.features.trial.trial_state import DiscordTrial

UNTIL_LOCKED: Final = 10.0
"""Seconds before the first ping, and between the two."""
_DO_NOT_KNOW: Final = "unknown"


class RingStep:
    """Pings the person on demand, and asks about their phone."""

    async def begin(self, trial: DiscordTrial) -> bool:
        """Wait until the person has their phone ready."""
        return trial.board is not None

    async def instruction(self, trial: DiscordTrial) -> Instruction:
        """Ask for the phone to be locked, then about its notifications."""
        match trial.part:
            case "":
                ring = trial.button("trial.button.ring", "ring", style=discord.ButtonStyle.primary)
                return Instruction(trial.t("trial.step.ring"), (layouts.buttons(ring),))
            case "called":
                text_id, answers = "push", ["words", "bare", "nothing", _DO_NOT_KNOW]
            case _:
                text_id, answers = "silent", ["quiet", "rang", _DO_NOT_KNOW]
        row = [trial.button(f"trial.button.{text_id}-{answer}", text_id, answer) for answer in answers]
        return Instruction(trial.t(f"trial.step.{text_id}"), (layouts.buttons(*row),))

    async def act(self, trial: DiscordTrial, reply: TrialAction) -> StepOutcome:
        """Ping the person; record the answers."""
        match reply.action, trial.part:
            case "ring", "":
                await reply.context.show_page(layouts.page(layouts.text(trial.t("trial.lock-now"))))
                for silent in (False, True):
                    await trial.services.pause(UNTIL_LOCKED)
                    await self._call(trial, silent=silent)
                trial.part = "called"
            case "push", "called":
                if reply.argument != _DO_NOT_KNOW:
                    trial.results.check("push-words", holds=reply.argument == "words")
                trial.part = "heard"
            case "silent", "heard":
                if reply.argument != _DO_NOT_KNOW:
                    trial.results.check("silent-quiet", holds=reply.argument == "quiet")
                return StepOutcome.DONE
            case _:
                pass
        return StepOutcome.STAY

    @staticmethod
    async def _call(trial: DiscordTrial, *, silent: bool) -> None:
        words = trial.t("trial.silent-call" if silent else "trial.call", person=f"<@{trial.person}>")
        message = await trial.attempts.maybe(
            lambda: trial.partial(trial.channel).send(
                words, silent=silent, allowed_mentions=calling((trial.person,))
            )
        )
        if message is not None:
            await trial.keep(message.channel.id, message.id)
