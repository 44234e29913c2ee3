"""Which presses mean something on a message of before a restore, and what the others name."""

from typing import Any

import pytest

import rules
from bot.app import bare_surfaces
from bot.chat.core import custom_ids
from bot.chat.core.app_context import AppContext
from bot.chat.past_epoch import PastEpochs
from bot.locale import Texts
from bot.model.restores.epochs import Epochs, Restore
from tests.bot.chat.presses import handled

NOW = 467_000
SURFACES = bare_surfaces(rules.GAMES, Texts.load())


def app(*epochs: int) -> AppContext:
    nothing: Any = None
    restores = tuple(Restore(epoch, 9, 9) for epoch in epochs)
    return AppContext(nothing, nothing, {}, nothing, nothing, epochs=Epochs(restores))


def test_each_declared_verb_is_handled_and_declared_once() -> None:
    for surface in SURFACES:
        declared = [*surface.lasting_buttons, *surface.match_buttons, *surface.challenge_buttons]
        assert set(declared) <= set(surface.buttons)
        assert len(set(declared)) == len(declared)


@pytest.mark.parametrize("verb", sorted(handled()))
def test_a_press_counts_in_its_own_epoch_alone(verb: str) -> None:
    custom_id = custom_ids.write(verb, 3, 17)
    lasts = any(verb in surface.lasting_buttons for surface in SURFACES)
    for restored, epoch, past in (
        ((), 0, False),
        ((NOW,), 0, True),
        ((NOW,), NOW, False),
        ((NOW, NOW + 5), NOW, True),
        # Sent by what was given up for an older backup.
        ((NOW,), NOW + 5, True),
        ((), NOW, True),
    ):
        press = custom_ids.read(custom_ids.of_epoch(custom_id, epoch))
        assert PastEpochs(app(*restored), SURFACES).is_past(press) is (past and not lasts)


def test_what_names_nothing_lasts() -> None:
    lasting = {verb for surface in SURFACES for verb in surface.lasting_buttons}
    assert lasting == {
        "challenge-form",
        "form-send",
        "games",
        "help",
        "help-group",
        "how-it-works",
        "new-game",
        "partners",
        "rules-list",
        "server-settings",
        "web-names",
        "web-sign-out",
    }
