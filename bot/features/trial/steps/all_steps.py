"""The steps of the trial, in order."""

from collections.abc import Mapping
from typing import Final

from bot.features.trial.steps.board_step import BoardStep
from bot.features.trial.steps.direct_step import DirectStep
from bot.features.trial.steps.form_step import FormStep
from bot.features.trial.steps.forum_step import ForumStep
from bot.features.trial.steps.page_step import PageStep
from bot.features.trial.steps.ring_step import RingStep
from bot.features.trial.steps.step import Step
from bot.features.trial.steps.suggestion_step import SuggestionStep
from bot.features.trial.steps.thread_step import ThreadStep

STEPS: Final[Mapping[str, Step]] = {
    "board": BoardStep(),
    "page": PageStep(),
    "form": FormStep(),
    "suggestion": SuggestionStep(),
    "thread": ThreadStep(),
    "direct": DirectStep(),
    "ring": RingStep(),
    "forum": ForumStep(),
}
SLOW: Final = frozenset({"board", "thread", "direct", "forum"})
"""The steps that begin with many requests, which Discord's rate limits delay."""
