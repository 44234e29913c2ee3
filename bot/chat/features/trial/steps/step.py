"""The parts of a step: what the bot tries by itself, what it asks for, what it does with a press."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol

from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.core.pictures import Picture
from bot.chat.features.trial.trial_state import DiscordTrial


@dataclass(frozen=True, slots=True)
class Instruction:
    """What the page of a step asks for: a text, rows below it, and a picture above them."""

    text: str
    rows: Sequence[layouts.Block] = ()
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class Given:
    """A press, a choice, a form or a command of the person: the action, and what it says besides."""

    context: InteractionContext
    action: str
    argument: str


class StepOutcome(Enum):
    """What is to follow on a press: the same page again, the next step, nothing as it was answered."""

    STAY = auto()
    DONE = auto()
    ANSWERED = auto()


class Step(Protocol):
    """One step of the trial."""

    async def begin(self, trial: DiscordTrial) -> bool:
        """Try what takes no person; return whether there is something to ask of one. Raises FAILURES."""

    async def instruction(self, trial: DiscordTrial) -> Instruction:
        """Return what the person is to do now."""

    async def act(self, trial: DiscordTrial, given: Given) -> StepOutcome:
        """Take what the person did; an action that is not this step's changes nothing. Raises FAILURES."""
