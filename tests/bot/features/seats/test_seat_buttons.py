"""A seat is offered to anyone, and taken by who comes first."""

from bot.chat.core import custom_ids
from bot.features.seats import buttons as seat_buttons
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import ANNA, CARA, World

pytest_plugins = ("tests.bot.support.worlds",)


async def test_somebody_else_goes_on(world: World) -> None:
    match = await world.match("conhex")
    presses = Presses(world, seat_buttons.HANDLERS)
    question = await presses.one(ANNA, custom_ids.write("seat-offer", match.id))
    assert custom_ids.write("seat-offer-yes", match.id) in question.ids
    (withdraw,) = (await presses.one(ANNA, custom_ids.write("seat-offer-yes", match.id))).ids
    number = custom_ids.read(withdraw).numbers(1)[0]
    await presses.press(CARA, custom_ids.write("seat-accept", number))
    assert CARA.id in (await world.services.matches.get(match.id)).people
