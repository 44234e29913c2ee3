"""The weekly letter before it comes: for admins alone."""

from bot.chat.core import custom_ids
from bot.features.letters import commands as letter_commands
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import ANNA, World

pytest_plugins = ("tests.bot.support.worlds",)


async def test_who_is_no_admin_sees_none(world: World) -> None:
    presses = Presses(world, letter_commands.HANDLERS)
    answer = await presses.one(ANNA, custom_ids.write("letter-preview"))
    assert answer.text.strip() == "Only people who manage this server can do that."
