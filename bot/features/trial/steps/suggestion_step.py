"""The suggestions of a command, and the command sent with one of them."""

from bot.features.trial import script
from bot.features.trial.steps.board_step import show_move
from bot.features.trial.steps.step import Instruction, StepOutcome, TrialAction
from bot.features.trial.trial_state import DiscordTrial

_OFFERED = 10


class SuggestionStep:
    """Asks for the command again, this time with a move from the list."""

    async def begin(self, trial: DiscordTrial) -> bool:
        """Wait for the command."""
        return trial.plies < len(script.MOVES)

    async def instruction(self, trial: DiscordTrial) -> Instruction:
        """Ask for the command."""
        return Instruction(
            trial.t("trial.step.suggestion", move=script.MOVES[trial.plies]), (), await trial.picture()
        )

    async def act(self, trial: DiscordTrial, reply: TrialAction) -> StepOutcome:
        """Compare the value of the command with the suggestion."""
        if reply.action != "command":
            return StepOutcome.STAY
        trial.results.check("suggestion-command", holds=trial.part == "suggested")
        trial.results.check("suggestion-value", holds=reply.argument == script.MOVES[trial.plies])
        await show_move(trial)
        return StepOutcome.DONE


def suggestions(trial: DiscordTrial) -> list[str]:
    """Return the current suggestions, the script's move first."""
    if trial.step != "suggestion":
        return []
    trial.part = "suggested"
    next_move = script.MOVES[trial.plies]
    state = script.position(trial.services.games, trial.plies)
    return [next_move, *(move.text for move in state.legal_moves() if move.text != next_move)][:_OFFERED]
