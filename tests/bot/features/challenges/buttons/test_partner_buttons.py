"""Open challenges are listed for people allowed to take them."""

from bot.chat.core import custom_ids
from bot.features.challenges.buttons import partner_buttons
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import BEN, World

pytest_plugins = ("tests.bot.support.worlds",)


async def test_one_takes_a_challenge_from_the_list(world: World) -> None:
    challenge = await world.challenge("conhex", opponent=None)
    presses = Presses(world, partner_buttons.HANDLERS)
    listed = await presses.one(BEN, custom_ids.write("partners", 0))
    take = custom_ids.write("take", challenge.id)
    assert take in listed.ids
    await presses.one(BEN, take)
    assert (await world.services.challenges.get(challenge.id)).match is not None
