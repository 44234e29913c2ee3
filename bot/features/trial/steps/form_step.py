"""Forms: prefilled, reopened under the same custom_id, with a menu, with a preselected person."""

from typing import Any, Final

import discord
from discord import ui

from bot.chat.core.messages import layouts
from bot.features.trial import script
from bot.features.trial.steps.board_step import show_move
from bot.features.trial.steps.step import Instruction, StepOutcome, TrialAction
from bot.features.trial.trial_state import DiscordTrial

_FIELD: Final = "move"
_LONGEST: Final = 10
_FIRST, _AGAIN, _MENU, _PERSON = "", "again", "menu", "person"
_PROBES: Final = {_MENU: "empty-menu", _PERSON: "person-form-closes"}
"""The probes of the forms that a client may be unable to send."""


class FormStep:
    """Opens forms of kinds that the bot avoids; phones and computers treat them differently."""

    async def begin(self, trial: DiscordTrial) -> bool:
        """Wait for a press."""
        return trial.plies + 1 < len(script.MOVES)

    async def instruction(self, trial: DiscordTrial) -> Instruction:
        """Ask the person to open the form and send it unchanged."""
        buttons = [trial.button("trial.button.form", "form")]
        if trial.part in _PROBES:
            buttons.append(trial.button(f"trial.button.no-{trial.part}", "unsent"))
        text_id = f"trial.step.form-{trial.part}" if trial.part else "trial.step.form"
        picture = None if trial.part in _PROBES else await trial.picture()
        text = trial.t(text_id, move=script.MOVES[min(trial.plies, len(script.MOVES) - 1)])
        return Instruction(text, (layouts.buttons(*buttons),), picture)

    async def act(self, trial: DiscordTrial, reply: TrialAction) -> StepOutcome:
        """Open a form; compare the sent values."""
        match reply.action:
            case "form":
                await reply.context.ask(_form(trial))
                return StepOutcome.ANSWERED
            case "typed":
                return await self._check_texts(trial, reply)
            case "unsent" if trial.part in _PROBES:
                trial.results.check(_PROBES[trial.part], holds=True)
                return StepOutcome.DONE
            case _:
                return StepOutcome.STAY

    @staticmethod
    async def _check_texts(trial: DiscordTrial, reply: TrialAction) -> StepOutcome:
        if trial.part in _PROBES:
            if reply.argument != trial.part:
                return StepOutcome.STAY
            trial.results.check(_PROBES[trial.part], holds=False)
            return StepOutcome.DONE
        first = script.MOVES[trial.plies - (trial.part == _AGAIN)]
        typed = reply.context.form_texts.get(_FIELD, "").strip()
        if trial.part == _FIRST:
            trial.results.check("form-back", holds=typed == first)
            trial.part = _AGAIN
            await show_move(trial)
            return StepOutcome.STAY
        if not trial.desktop and typed in {first, script.MOVES[trial.plies]}:
            # Other texts were edited by the person.
            trial.results.check("form-keeps", holds=typed == first)
        trial.part = _PERSON if trial.desktop else _MENU
        await show_move(trial)
        return StepOutcome.STAY


def _form(trial: DiscordTrial) -> ui.Modal:
    """Return the form of a part; the first two share their custom_id."""
    t = trial.t
    form = layouts.form(t("trial.form.title"), trial.custom_id("typed", trial.part.replace(_AGAIN, "")))
    match trial.part:
        case "menu":
            options = [discord.SelectOption(label=move) for move in script.MOVES]
            menu: ui.Select[Any] = ui.Select(custom_id=_FIELD, options=options, required=False, min_values=1)
            form.add_item(ui.Label(text=t("trial.form.label"), component=menu))
        case "person":
            default = discord.SelectDefaultValue(id=trial.person, type=discord.SelectDefaultValueType.user)
            people: ui.UserSelect[Any] = ui.UserSelect(custom_id=_FIELD, default_values=[default])
            form.add_item(ui.Label(text=t("trial.form.person"), component=people))
        case _:
            move = script.MOVES[trial.plies]
            line: ui.TextInput[Any] = ui.TextInput(custom_id=_FIELD, default=move, max_length=_LONGEST)
            form.add_item(ui.Label(text=t("trial.form.label"), component=line))
    return form
