"""The panels of `/server`: for admins only."""

from bot.features.servers.buttons import server_buttons
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import ANNA, HALL, World

pytest_plugins = ("tests.bot.support.worlds",)


async def test_nonmanagers_cannot_change_server_games(world: World) -> None:
    presses = Presses(world, server_buttons.HANDLERS)
    refusal = await presses.answer_to(ANNA, "fp:server-games", "conhex")
    assert "manage" in refusal.text.lower()
    assert (await world.services.servers.server(HALL.server or 0)).games == ()
