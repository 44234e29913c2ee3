"""The steps of the trial in the order in which they are gone through."""

from collections.abc import Mapping
from typing import Final

from bot.chat.features.trial.steps.board_step import BoardStep
from bot.chat.features.trial.steps.direct_step import DirectStep
from bot.chat.features.trial.steps.form_step import FormStep
from bot.chat.features.trial.steps.forum_step import ForumStep
from bot.chat.features.trial.steps.page_step import PageStep
from bot.chat.features.trial.steps.ring_step import RingStep
from bot.chat.features.trial.steps.step import Step
from bot.chat.features.trial.steps.suggestion_step import SuggestionStep
from bot.chat.features.trial.steps.thread_step import ThreadStep

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
"""The steps that begin with many requests, delayed by Discord's limits."""
