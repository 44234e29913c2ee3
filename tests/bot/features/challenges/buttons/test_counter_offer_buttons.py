"""Buttons that send a challenge back with other terms."""

from bot.chat.core import custom_ids
from bot.features.challenges.buttons import counter_offer_buttons
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import BEN, CARA, World

pytest_plugins = ("tests.bot.support.worlds",)


async def test_who_was_challenged_may_change_the_terms(world: World) -> None:
    challenge = await world.challenge("conhex")
    presses = Presses(world, counter_offer_buttons.HANDLERS)
    panel = await presses.one(BEN, custom_ids.write("change", challenge.id), public=True)
    assert any(
        custom_id.startswith(custom_ids.write("change-set", challenge.id)) for custom_id in panel.ids
    ), panel.ids
    stranger = await presses.one(CARA, custom_ids.write("change", challenge.id), public=True)
    assert stranger.ids == []
