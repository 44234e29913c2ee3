"""Presses on messages older than a restore."""

from dataclasses import replace
from typing import Any

import pytest

import rules
from bot.app import bare_surfaces
from bot.chat.core import custom_ids
from bot.chat.core.app_context import AppContext
from bot.chat.past_epoch import PastEpochs
from bot.locale import Texts
from bot.model.people.person import Person
from bot.model.restores.epochs import Epochs, Restore
from tests.bot.chat.presses import Answer, Presses, handled_verbs
from tests.bot.chat.surfaces import surfaces_of
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, World

pytest_plugins = ("tests.bot.support.worlds",)

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


@pytest.mark.parametrize("verb", sorted(handled_verbs()))
def test_a_press_is_valid_only_in_its_own_epoch(verb: str) -> None:
    custom_id = custom_ids.write(verb, 3, 17)
    lasts = any(verb in surface.lasting_buttons for surface in SURFACES)
    for restored, epoch, past in (
        ((), 0, False),
        ((NOW,), 0, True),
        ((NOW,), NOW, False),
        ((NOW, NOW + 5), NOW, True),
        # Sent after a restore that a later restore, from an older backup, has undone.
        ((NOW,), NOW + 5, True),
        ((), NOW, True),
    ):
        press = custom_ids.read(custom_ids.of_epoch(custom_id, epoch))
        assert PastEpochs(app(*restored), SURFACES).is_past(press) is (past and not lasts)


def test_buttons_without_a_subject_are_lasting() -> None:
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


async def _press(world: World, custom_id: str, person: Person, *, restored: Restore) -> str:
    surfaces = Presses(world, {})
    app = replace(surfaces.app, epochs=Epochs((restored,)))
    past = PastEpochs(app, surfaces_of(app))

    async def act(context: Any, press: custom_ids.Press) -> None:
        await past.refuse(context, press)

    answers: list[Answer] = []
    interaction = surfaces._interaction(person, custom_id, (), answers, public=True, typed="")

    async def act_on_press(context: Any) -> None:
        await act(context, custom_ids.read(custom_id))

    await app.interactions.run_guarded(interaction, act_on_press, custom_id)
    (answer,) = answers
    return answer.page


async def test_an_old_button_leads_to_its_own_game_or_expires(world: World) -> None:
    match = await world.match("conhex")
    challenge = await world.challenge("conhex", opponent=CARA)
    withdrawn = await world.challenge("conhex", opponent=DORA)
    await world.services.invitations.withdraw(world.by(ANNA), withdrawn.id)
    restored = Restore(NOW, match.id, withdrawn.id)
    boards = [verb for surface in SURFACES for verb in surface.match_buttons]
    cards = [verb for surface in SURFACES for verb in surface.challenge_buttons]
    t = Texts.load().language("en")

    async def page(verb: str, number: int, person: Person = BEN, restore: Restore = restored) -> str:
        return await _press(world, custom_ids.write(verb, number), person, restored=restore)

    board = await page(boards[0], match.id)
    assert t("restored.board") in board
    assert f"[button] {t('button.board')} (fp:board:{match.id})" in board
    lost = f"{t('restored.board')} {t('restored.find')}\n"
    assert await page(boards[0], match.id, CARA) == lost
    assert await page(boards[0], match.id, BEN, replace(restored, last_match=match.id - 1)) == lost
    assert await page(boards[0], match.id + 5, BEN, replace(restored, last_match=99)) == lost
    card = await page(cards[0], challenge.id, CARA)
    assert f"[button] {t('button.look')} (fp:look:{challenge.id})" in card
    expired = f"{t('restored.message')} {t('restored.find')}\n"
    assert await page(cards[0], withdrawn.id, DORA) == expired
    assert (
        await page(cards[0], challenge.id, CARA, replace(restored, last_challenge=challenge.id - 1))
        == expired
    )
    assert await page(cards[0], withdrawn.id + 5, CARA, replace(restored, last_challenge=99)) == expired
    assert await page("agenda-page", 1) == expired
