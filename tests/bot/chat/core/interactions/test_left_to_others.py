"""Interactions at a process that may count as dead: an immediate answer, and one line in the log."""

import logging

import pytest

from bot.chat.core import custom_ids
from bot.features.challenges.buttons import start_buttons
from bot.model.ports import LeaseUncertain
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import ANNA, World

pytest_plugins = ("tests.bot.support.worlds",)


async def test_a_lost_lease_logs_one_warning_and_answers(
    world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: object) -> None:
        raise LeaseUncertain("others may serve by now, nothing is done")

    verb = next(iter(start_buttons.HANDLERS))
    presses = Presses(world, {**start_buttons.HANDLERS, verb: refuse})
    monkeypatch.setitem(start_buttons.HANDLERS, verb, refuse)
    with caplog.at_level(logging.WARNING):
        (answer,) = await presses.press(ANNA, custom_ids.write(verb))
    assert answer.text.strip() == (
        "I am just being restarted, so nothing was done. Please try again in a moment."
    )
    (record,) = caplog.records
    assert (record.levelname, record.exc_info) == ("WARNING", None)
    assert "others may serve by now" in record.getMessage()
