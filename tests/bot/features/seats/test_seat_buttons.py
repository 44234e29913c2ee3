"""Buttons that offer a seat to anyone and take it."""

from bot.chat.core import custom_ids
from bot.features.seats import buttons as seat_buttons
from tests.bot.chat import guilds
from tests.bot.chat.presses import Presses
from tests.bot.chat.surfaces import command_of
from tests.bot.support.fakes import ANNA, CARA, DORA, World

pytest_plugins = ("tests.bot.support.worlds",)


async def test_a_substitute_takes_over_a_seat(world: World) -> None:
    match = await world.match("conhex")
    presses = Presses(world, seat_buttons.HANDLERS)
    question = await presses.answer_to(ANNA, custom_ids.write("seat-offer", match.id))
    assert custom_ids.write("seat-offer-yes", match.id) in question.ids
    (withdraw,) = (await presses.answer_to(ANNA, custom_ids.write("seat-offer-yes", match.id))).ids
    number = custom_ids.read(withdraw).numbers(1)[0]
    await presses.press(CARA, custom_ids.write("seat-accept", number))
    assert CARA.id in (await world.services.matches.get(match.id)).people


async def test_an_admin_who_plays_offers_their_own_seat(world: World) -> None:
    match = await world.match("conhex")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    presses = Presses(world, seat_buttons.HANDLERS, server := guilds.guild())
    dora = guilds.member(server, DORA.id, name="Dora")
    (answer,) = await presses.command(ANNA, command_of(presses.app, "substitute"), admin=True, to=dora)
    assert f"<@{DORA.id}>" in answer.text
    (withdraw,) = answer.ids
    offer = await world.services.substitutions.get(custom_ids.read(withdraw).numbers(1)[0])
    assert (offer.leaver, offer.wanted) == (ANNA.id, DORA.id)
