"""A challenge is accepted, declined and withdrawn by the buttons of its card."""

from bot.chat.core import custom_ids
from bot.features.challenges.buttons import challenge_buttons
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.support.worlds",)


async def test_accepting_begins_a_game(world: World) -> None:
    challenge = await world.challenge("conhex")
    presses = Presses(world, challenge_buttons.HANDLERS)
    begun = await presses.one(BEN, custom_ids.write("accept", challenge.id))
    match = (await world.services.challenges.get(challenge.id)).match
    assert custom_ids.write("board", match or 0) in begun.ids


async def test_declining_asks_why_and_withdrawing_is_its_makers(world: World) -> None:
    challenge = await world.challenge("conhex")
    presses = Presses(world, challenge_buttons.HANDLERS)
    asked = await presses.one(BEN, custom_ids.write("decline", challenge.id))
    assert asked.ids == [custom_ids.write("decline-because", challenge.id)]
    assert (await presses.one(BEN, custom_ids.write("withdraw", challenge.id))).ids == []
    assert (await world.services.challenges.get(challenge.id)).status == "open"
    await presses.one(ANNA, custom_ids.write("withdraw", challenge.id))
    assert (await world.services.challenges.get(challenge.id)).status == "withdrawn"
