"""The rematch button of a finished game."""

from bot.chat.core import custom_ids
from bot.features.challenges.buttons import rematch_buttons
from tests.bot.chat import guilds
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World

pytest_plugins = ("tests.bot.support.worlds",)


async def test_a_rematch_can_be_requested_only_after_the_end(world: World) -> None:
    match = await world.match("conhex")
    presses = Presses(world, rematch_buttons.HANDLERS)
    rematch = custom_ids.write("rematch", match.id)
    assert (await presses.answer_to(ANNA, rematch, public=True)).ids == []
    await world.services.resignations.resign(world.by(BEN), match.id)
    (withdraw,) = (await presses.answer_to(ANNA, rematch, public=True)).ids
    assert withdraw.startswith("fp:withdraw:")


async def test_a_stranger_learns_nothing_of_a_hidden_game(world: World) -> None:
    rematch = custom_ids.write("rematch", (await world.match("conhex")).id)
    hidden = guilds.guild((71,), {HALL.channel: ()})
    for server, words in (
        (guilds.guild((HALL.channel,)), "You do not play in this game"),
        (hidden, "There is no game"),
    ):
        presses = Presses(world, rematch_buttons.HANDLERS, server, channel=71)
        assert words in (await presses.answer_to(CARA, rematch)).text
