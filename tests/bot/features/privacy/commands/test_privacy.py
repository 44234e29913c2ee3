"""A deletion is confirmed twice, and can be withdrawn."""

from bot.chat.core import custom_ids
from bot.features.privacy.commands import privacy
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import ANNA, World

pytest_plugins = ("tests.bot.support.worlds",)


async def test_deleting_is_asked_twice_and_called_off(world: World) -> None:
    presses = Presses(world, privacy.HANDLERS)
    page = await presses.one(ANNA, custom_ids.write("privacy"))
    assert page.ids == ["fp:my-data", "fp:forget-me"]
    assert "fp:forget-me-sure" in (await presses.one(ANNA, "fp:forget-me")).ids
    assert "fp:forget-me-now" in (await presses.one(ANNA, "fp:forget-me-sure")).ids
    await presses.press(ANNA, "fp:forget-me-now")
    assert await world.services.deletions.due_of(ANNA.id) is not None
    await presses.press(ANNA, "fp:stay")
    assert await world.services.deletions.due_of(ANNA.id) is None
