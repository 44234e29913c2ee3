"""The panel unblocks a blocked person."""

from bot.chat.core import custom_ids
from bot.features.privacy.commands import blocks
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.support.worlds",)


async def test_a_block_is_undone(world: World) -> None:
    await world.match("conhex")
    await world.services.blocks.block(world.by(ANNA), BEN)
    presses = Presses(world, blocks.HANDLERS)
    panel = await presses.one(ANNA, custom_ids.write("blocks"))
    assert "fp:unblock" in panel.ids
    after = await presses.one(ANNA, "fp:unblock", str(BEN.id))
    assert "fp:unblock" not in after.ids
    assert await world.services.blocks.of(ANNA.id) == ()
