"""Buttons that send a challenge back with other terms."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.chat.core import custom_ids
from bot.features.challenges.buttons import counter_offer_buttons
from bot.model.people.person import Person
from data.store import Store
from rules import GAMES
from tests.bot.chat.presses import Presses
from tests.bot.features.challenges.test_terms_on_pages import (
    T,
    button,
    choice_of,
    default_terms,
    game_with,
    text_on,
)
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


async def test_a_challenged_player_may_change_the_terms(world: World) -> None:
    challenge = await world.challenge("conhex")
    presses = Presses(world, counter_offer_buttons.HANDLERS)
    panel = await presses.answer_to(BEN, custom_ids.write("change", challenge.id), public=True)
    assert any(
        custom_id.startswith(custom_ids.write("change-set", challenge.id)) for custom_id in panel.ids
    ), panel.ids
    stranger = await presses.answer_to(CARA, custom_ids.write("change", challenge.id), public=True)
    assert stranger.ids == []


@pytest.mark.parametrize("table", [False, True])
@pytest.mark.parametrize("people", [(), (BEN,)])
async def test_the_host_learns_whether_guests_are_notified_of_new_terms(
    store: Store, table: bool, people: Sequence[Person]
) -> None:
    world = World(store, GAMES)
    game = game_with("players" if table else "clock")
    terms = replace(default_terms(game), players=None)
    challenge = await world.services.invitations.challenge(world.by(ANNA), terms, HALL, people)
    assert challenge.lobby == table
    presses = Presses(world, counter_offer_buttons.HANDLERS)
    panel = await presses.answer_to(ANNA, custom_ids.write("change", challenge.id))
    number, value = choice_of(game, terms, "rated")
    changed = custom_ids.write("terms-set", challenge.id, number, text_on(panel, "terms-send"))
    saved = await presses.answer_to(ANNA, button(await presses.answer_to(ANNA, changed, value), "terms-send"))
    assert T("counter.saved" if people else "counter.saved-open") in saved.text
    same = await presses.answer_to(ANNA, button(await presses.answer_to(ANNA, changed, value), "terms-send"))
    assert T("counter.same") in same.text


async def test_renewing_a_declined_challenge_names_the_other_player(world: World) -> None:
    presses = Presses(world, counter_offer_buttons.HANDLERS)
    for person, other in ((BEN, ANNA), (ANNA, BEN)):
        challenge = await world.challenge("conhex")
        await world.services.invitations.decline(world.by(BEN), challenge.id, "other-options")
        panel = await presses.answer_to(person, custom_ids.write("anew", challenge.id))
        sent = await presses.answer_to(person, button(panel, "anew-send"))
        assert (panel.text.count(f"<@{other.id}>"), sent.text.count(f"<@{other.id}>")) == (1, 1)
        assert f"<@{person.id}>" not in panel.text + sent.text
