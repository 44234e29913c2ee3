"""The page of each step of a trial in each of its parts, and the comparison of a press with its message."""

from copy import copy
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from syrupy.assertion import SnapshotAssertion

from bot.features.trial.pages import step_page
from bot.features.trial.steps.all_steps import STEPS
from bot.features.trial.steps.page_step import PageStep
from bot.features.trial.steps.step import StepOutcome, TrialAction
from bot.locale import Texts
from tests.bot.chat.page_text import page_text
from tests.bot.features.trial.test_contrary_discord import ContraryDiscord, make_trial

pytest_plugins = ("tests.bot.chat.approved",)

PARTS = {
    "page": ("", "opened", "chosen"),
    "form": ("", "again", "menu", "person"),
    "suggestion": ("",),
    "thread": ("",),
    "direct": ("",),
    "ring": ("", "called", "heard"),
}
BOARD: Any = SimpleNamespace(id=901)


@pytest.mark.parametrize("code", ["en", "de"])
async def test_step_instructions(approved: SnapshotAssertion, code: str) -> None:
    trial, pages = make_trial(ContraryDiscord(), "board"), list[str]()
    trial.t, trial.board, trial.thread, trial.plies = Texts.load().language(code), BOARD, 902, 2
    trial.steps = tuple(PARTS)
    for trial.at, (step, parts) in enumerate(PARTS.items()):
        for trial.part in parts:
            page, _ = step_page(
                trial, await STEPS[step].instruction(trial), ("board",) if step == "page" else ()
            )
            pages.append(f"> {step} {trial.part}\n{page_text(page)}")
    assert "\n".join(pages) == approved(name=code)


@pytest.mark.parametrize(
    ("changed", "holds"),
    [
        ({}, (True, True)),
        ({"id": 1}, (False, True)),
        ({"content": "other"}, (False, True)),
        ({"attachments": [SimpleNamespace(id=1)]}, (False, True)),
        ({"flags": discord.MessageFlags(suppress_embeds=True)}, (False, True)),
        ({"components": [SimpleNamespace(custom_id="fp:trial:ab12:move:")]}, (True, False)),
    ],
    ids=["nothing", "id", "content", "attachments", "flags", "components"],
)
async def test_a_press_is_compared_with_the_posted_message(
    changed: dict[str, Any], holds: tuple[bool, bool]
) -> None:
    trial, pressed = make_trial(ContraryDiscord(), "page"), copy(message := ContraryDiscord().message())
    for name, value in changed.items():
        setattr(pressed, name, value)
    trial.board = message
    context: Any = SimpleNamespace(interaction=SimpleNamespace(message=pressed))
    assert await PageStep().act(trial, TrialAction(context, "move", "")) is StepOutcome.STAY
    assert (trial.results.holds("press-message"), trial.results.holds("press-custom-id")) == holds
    assert trial.part == "opened"
