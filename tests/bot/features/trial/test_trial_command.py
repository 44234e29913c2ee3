"""`/server trial`: for admins, and one admin's trial at a time."""

import re

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.features.trial import commands as trial_command
from bot.features.trial.service import MAX_TRIAL
from bot.features.trial.trial_state import DiscordTrial
from bot.model.events.instructions import DeleteTrial
from tests.bot.chat.page_text import page_text
from tests.bot.chat.presses import Presses
from tests.bot.chat.surfaces import command_of
from tests.bot.features.trial.test_trial_leftovers import POSTED, deliver_events
from tests.bot.support.fakes import ANNA, BEN, HALL, World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")


@pytest.fixture
def presses(world: World) -> Presses:
    return Presses(world, trial_command.HANDLERS)


async def test_nonmanagers_cannot_start_a_trial(presses: Presses) -> None:
    (refused,) = await presses.command(ANNA, command_of(presses.app, "server", "trial"))
    assert "manage" in refused.text.lower()


@pytest.mark.parametrize("code", ["en", "de"])
async def test_an_admin_sees_the_trials_preview(
    presses: Presses, approved: SnapshotAssertion, code: str
) -> None:
    await presses.world.services.settings.set_preferences(presses.world.by(ANNA), language=code)
    (page,) = await presses.command(ANNA, command_of(presses.app, "server", "trial"), admin=True)
    assert not page.public
    assert page.view is not None
    assert re.sub("trial:[^:]+:", "trial:", page_text(page.view)) == approved(name=code)
    (device,) = [custom_id for custom_id in page.ids if ":device" in custom_id]
    on_computer = await presses.answer_to(ANNA, device, admin=True)
    assert re.sub("trial:[^:]+:", "trial:", on_computer.page) == approved(name=f"on-a-computer-{code}")
    assert (await presses.answer_to(ANNA, device, admin=True)).page == page.page


async def test_a_second_admin_must_wait_for_the_end(presses: Presses) -> None:
    command = command_of(presses.app, "server", "trial")
    await presses.command(ANNA, command, admin=True)
    (refused,) = await presses.command(BEN, command, admin=True)
    assert "another admin" in refused.text


async def test_moves_are_suggested_only_to_the_trials_admin(presses: Presses) -> None:
    command = command_of(presses.app, "server", "trial")
    assert await presses.suggestions(ANNA, command, "move", admin=True) == []
    await presses.command(ANNA, command, admin=True)
    assert await presses.suggestions(ANNA, command, "move", admin=True) == [], "that step has not begun"
    trial = presses.app.trials.find(HALL.server or 0, DiscordTrial)
    assert trial is not None
    trial.steps, trial.at = ("suggestion",), 0
    assert (await presses.suggestions(ANNA, command, "move", admin=True))[0] == ("d1-c1", "d1-c1")
    assert await presses.suggestions(BEN, command, "move", admin=True) == []
    assert len(await presses.suggestions(ANNA, command, "move", "D1-C", admin=True)) == 1


async def test_another_admin_can_start_after_an_hour(world: World, presses: Presses) -> None:
    command = command_of(presses.app, "server", "trial")
    await presses.command(ANNA, command, admin=True)
    world.time.pass_by(MAX_TRIAL)
    (page,) = await presses.command(BEN, command, admin=True)
    assert "Trial of Discord" in page.text


async def test_a_button_of_an_earlier_trial_starts_nothing(world: World, presses: Presses) -> None:
    command = command_of(presses.app, "server", "trial")
    (page,) = await presses.command(ANNA, command, admin=True)
    await world.services.trial_leftovers.keep(POSTED)
    answer = await presses.answer_to(ANNA, "fp:trial:0ld:start:all", admin=True)
    assert "is over or was broken off" in answer.text
    (repeated,) = await presses.command(ANNA, command, admin=True)
    assert repeated.page == page.page, "the current trial has not begun"
    refused = await presses.answer_to(BEN, next(item for item in page.ids if ":start:" in item), admin=True)
    assert "another admin" in refused.text
    assert await world.services.trial_leftovers.servers() == {POSTED.server}


async def test_a_new_trial_deletes_the_leftovers_of_the_last(world: World, presses: Presses) -> None:
    leftover = DeleteTrial(HALL.server or 0, "0ld", HALL.channel, 900)
    await world.services.trial_leftovers.keep(leftover, POSTED)
    await presses.command(ANNA, command_of(presses.app, "server", "trial"), admin=True)
    assert await deliver_events(world) == [leftover]
