"""The resign button and its question."""

from bot.chat.core import custom_ids
from bot.features.offers.buttons import more_buttons
from bot.locale import Texts
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import ANNA, CARA, World

pytest_plugins = ("tests.bot.support.worlds",)


async def test_resigning_is_asked_about_first(world: World) -> None:
    match = await world.match("conhex")
    presses = Presses(world, more_buttons.HANDLERS)
    more = await presses.one(ANNA, custom_ids.write("more", match.id), public=True)
    assert custom_ids.write("resign", match.id) in more.ids
    refused = await presses.one(CARA, custom_ids.write("resign", match.id))
    assert custom_ids.write("resign-yes", match.id) not in refused.ids
    question = await presses.one(ANNA, custom_ids.write("resign", match.id))
    assert custom_ids.write("resign-yes", match.id) in question.ids
    assert "goes on" in (await presses.one(ANNA, custom_ids.write("resign-no", match.id))).text
    assert (await world.services.matches.get(match.id)).outcome is None
    resigned = await presses.one(ANNA, custom_ids.write("resign-yes", match.id))
    assert Texts.load().language("en")("resign.done", number=match.id) in resigned.text
    outcome = (await world.services.matches.get(match.id)).outcome
    assert outcome is not None
    assert outcome.winners == (1,)
