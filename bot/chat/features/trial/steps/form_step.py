"""The form: filled in beforehand, sent back, and opened again with something else in it."""

from typing import Any, Final

from discord import ui

from bot.chat.core.messages import layouts
from bot.chat.features.trial import script
from bot.chat.features.trial.steps.board_step import show_move
from bot.chat.features.trial.steps.step import Given, Instruction, StepOutcome
from bot.chat.features.trial.trial_state import DiscordTrial

_FIELD: Final = "move"
_LONGEST: Final = 10


class FormStep:
    """Opens one form twice, under the same custom_id: some clients keep the first values."""

    async def begin(self, trial: DiscordTrial) -> bool:
        """Wait for a press."""
        return trial.plies + 1 < len(script.MOVES)

    async def instruction(self, trial: DiscordTrial) -> Instruction:
        """Ask for the form to be opened and sent as it is."""
        button = trial.button("trial.button.form", "form")
        text_id = "trial.step.form-again" if trial.part == "again" else "trial.step.form"
        return Instruction(
            trial.t(text_id, move=script.MOVES[trial.plies]),
            (layouts.buttons(button),),
            await trial.picture(),
        )

    async def act(self, trial: DiscordTrial, given: Given) -> StepOutcome:
        """Open the form; compare the sent values."""
        wanted = script.MOVES[trial.plies]
        if given.action == "form":
            form = layouts.form(trial.t("trial.form.title"), trial.custom_id("typed", "form"))
            line: ui.TextInput[Any] = ui.TextInput(custom_id=_FIELD, default=wanted, max_length=_LONGEST)
            form.add_item(ui.Label(text=trial.t("trial.form.label"), component=line))
            await given.context.ask(form)
            return StepOutcome.ANSWERED
        if given.action != "typed":
            return StepOutcome.STAY
        typed = given.context.typed.get(_FIELD)
        again = trial.part == "again"
        if typed is not None and typed.strip() != wanted and typed.strip() not in script.MOVES:
            # The person has changed it: that says nothing of the form.
            return StepOutcome.STAY
        probe = "form-fresh" if again else "form-back"
        trial.results.check(probe, holds=given.argument == "form" and (typed or "").strip() == wanted)
        await show_move(trial)
        trial.part = "again"
        return StepOutcome.DONE if again else StepOutcome.STAY
