"""A finished game is handed over as files to anyone, a running one to its players."""

from bot.chat.core import custom_ids
from bot.chat.features.records import record_buttons
from tests.bot.chat.presses import Presses
from tests.bot.play.fakes import BEN, CARA, World

pytest_plugins = ("tests.bot.play.worlds",)


async def test_who_may_take_a_game_along(world: World) -> None:
    match = await world.match("conhex")
    presses = Presses(world, record_buttons.HANDLERS)
    export = custom_ids.write("export", match.id)
    refused = await presses.one(CARA, export)
    await world.services.resignations.resign(world.by(BEN), match.id)
    given = await presses.one(CARA, export)
    assert refused.text != given.text
    assert f"{match.id}" in given.text
