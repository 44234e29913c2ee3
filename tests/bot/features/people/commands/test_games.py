"""One's own games lie open to oneself."""

from bot.chat.core import custom_ids
from bot.features.people.commands import games
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.support.worlds",)


async def test_the_list_offers_what_waits(world: World) -> None:
    match = await world.match("conhex")
    presses = Presses(world, games.HANDLERS)
    listed = await presses.one(ANNA, custom_ids.write("games"), public=True)
    assert f"#{match.id}" in listed.text
    assert "fp:open" in listed.ids
    assert "fp:next:0" in listed.ids
    assert "fp:next:0" not in (await presses.one(BEN, custom_ids.write("games"), public=True)).ids
