"""Which presses mean something on a message of before a restore, and what the others name."""

from typing import Any

import pytest

from bot.chat.core import custom_ids
from bot.chat.core.app_context import AppContext
from bot.chat.core.interactions import past_epoch
from bot.play.domain.epochs import Epochs, Restore
from tests.bot.chat.presses import handled

NOW = 467_000


def app(*epochs: int) -> AppContext:
    nothing: Any = None
    restores = tuple(Restore(epoch, 9, 9) for epoch in epochs)
    return AppContext(nothing, nothing, {}, nothing, nothing, epochs=Epochs(restores))


def test_every_verb_that_is_told_apart_is_one() -> None:
    known = past_epoch.LASTING | past_epoch.OF_MATCHES | past_epoch.OF_CHALLENGES
    assert known <= set(handled())
    assert not past_epoch.OF_MATCHES & past_epoch.OF_CHALLENGES
    assert not past_epoch.LASTING & (past_epoch.OF_MATCHES | past_epoch.OF_CHALLENGES)


@pytest.mark.parametrize("verb", sorted(handled()))
def test_a_press_counts_in_its_own_epoch_alone(verb: str) -> None:
    written = custom_ids.write(verb, 3, 17)
    for restored, sent, past in (
        ((), 0, False),
        ((NOW,), 0, True),
        ((NOW,), NOW, False),
        ((NOW, NOW + 5), NOW, True),
        # Sent by what was given up for an older backup.
        ((NOW,), NOW + 5, True),
        ((), NOW, True),
    ):
        press = custom_ids.read(custom_ids.of_epoch(written, sent))
        assert past_epoch.is_past(app(*restored), press) is (past and verb not in past_epoch.LASTING)
