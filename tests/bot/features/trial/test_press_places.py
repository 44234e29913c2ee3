"""Presses on a trial's board in its thread and forum post; elsewhere they do not complete the step."""

from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.features.trial.steps.forum_step import ForumStep
from bot.features.trial.steps.step import Step, StepOutcome, TrialAction
from bot.features.trial.steps.thread_step import ThreadStep
from tests.bot.chat import guilds
from tests.bot.features.trial.test_contrary_discord import CHANNEL, make_trial
from tests.bot.features.trial.test_trial_forum import Servers

FORUM, OTHER_FORUM, THREAD, POST, ELSEWHERE = 81, 82, 90, 91, 92
STEPS: Mapping[str, Step] = {"thread": ThreadStep(), "forum": ForumStep()}


async def act(step: str, place: int, parent: int, action: str) -> tuple[StepOutcome, int, bool]:
    """Return an action's outcome, the plies played, and whether the press named the right parent."""
    forums = (FORUM, OTHER_FORUM)
    data: Any = guilds.guild_data((CHANNEL, *forums), threads={place: parent}, forums=forums)
    data |= {"owner_id": str(guilds.ME), "members": [guilds.member_data(guilds.ME)]}
    server = discord.Guild(data=data, state=guilds.guild()._state)
    channel = server.get_thread(place) or server.get_channel(place)

    async def fetch_channel(_number: int) -> object:
        return channel

    client: Any = SimpleNamespace(get_guild=lambda _: server, fetch_channel=fetch_channel)
    trial = make_trial(client, step)
    rules: Any = Servers(FORUM)
    trial.services = replace(trial.services, servers=rules)
    trial.thread, trial.forum_post = THREAD, POST
    context: Any = SimpleNamespace(interaction=SimpleNamespace(channel_id=place, channel=channel))
    outcome = await STEPS[step].act(trial, TrialAction(context, action, ""))
    return outcome, trial.plies, trial.results.holds("press-parent")


@pytest.mark.parametrize(("step", "place", "parent"), [("thread", THREAD, CHANNEL), ("forum", POST, FORUM)])
async def test_a_press_in_the_steps_own_place_completes_it(step: str, place: int, parent: int) -> None:
    assert await act(step, place, parent, "move") == (StepOutcome.DONE, 1, True)
    assert await act(step, place, OTHER_FORUM, "move") == (StepOutcome.DONE, 1, False)


@pytest.mark.parametrize("step", STEPS)
async def test_presses_elsewhere_and_other_actions_change_nothing(step: str) -> None:
    own_place, other_place = (THREAD, POST) if step == "thread" else (POST, THREAD)
    outcomes = [
        await act(step, place, parent, action)
        for place, parent, action in (
            (other_place, CHANNEL, "move"),
            (ELSEWHERE, FORUM, "move"),
            (own_place, CHANNEL, "picture"),
            (own_place, FORUM, "confirm"),
        )
    ]
    assert outcomes == [(StepOutcome.STAY, 0, False)] * 4
