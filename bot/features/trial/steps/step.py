"""The interface of a step: its probes, its instruction, its reaction to a press."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol

from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.core.pictures import Picture
from bot.features.trial.trial_state import DiscordTrial


@dataclass(frozen=True, slots=True)
class Instruction:
    """The instruction on the page of a step: a text, rows of buttons, a picture."""

    text: str
    rows: Sequence[layouts.Block] = ()
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class TrialAction:
    """A press, a choice, a form or a command of the person, with an argument."""

    context: InteractionContext
    action: str
    argument: str


class StepOutcome(Enum):
    """The outcome of an action: stay on the page, next step, or no further answer."""

    STAY = auto()
    DONE = auto()
    ANSWERED = auto()


class Step(Protocol):
    """A step of the trial."""

    async def begin(self, trial: DiscordTrial) -> bool:
        """Run the probes without a person; return whether the person has a task. Raises FAILURES."""

    async def instruction(self, trial: DiscordTrial) -> Instruction:
        """Return the instruction for the person."""

    async def act(self, trial: DiscordTrial, reply: TrialAction) -> StepOutcome:
        """Handle the person's action; actions of other steps change nothing. Raises FAILURES."""
