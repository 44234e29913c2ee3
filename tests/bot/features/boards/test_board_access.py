"""Boards in a channel hidden since: each press checks the current permissions."""

import pytest

from bot.features.boards.buttons import board_buttons, history_buttons
from tests.bot.chat import guilds
from tests.bot.chat.hidden_hall import LOUNGE, is_secret
from tests.bot.chat.walks import Walk, begin
from tests.bot.support.fakes import ANNA, CARA, HALL, World
from tests.bot.support.timed import play

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

HANDLERS = {**board_buttons.HANDLERS, **history_buttons.HANDLERS}


async def test_a_hidden_match_is_unknown_to_strangers(world: World) -> None:
    await world.match()
    match = await world.match("conhex", swap="off")
    await play(world, match, ANNA, move="a1")
    value = str(match.id)
    presses = (
        ("board:{n}",),
        ("open", value),
        ("board-of:{n}:",),
        ("board-of:0:words", value),
        ("step:{n}:1:back",),
    )
    assert not [press for press in presses if not await is_secret(world, HANDLERS, match.id, *press)]


@pytest.mark.parametrize("hidden", [True, False])
async def test_the_message_menu_shows_no_hidden_match(world: World, hidden: bool) -> None:
    await world.match("conhex")
    match = await begin(world)
    walk = Walk(world)
    await walk.posted.deliver()
    board = walk.posted.discord.with_button(f"fp:move:{match.id}:0")
    assert board is not None
    walk.presses.channel = LOUNGE
    walk.presses.server = guilds.guild(
        (LOUNGE,) if hidden else (LOUNGE, HALL.channel), {HALL.channel: ()} if hidden else {}
    )
    await walk.menu(CARA, "boards", board)
    assert (f"There is no game “{match.id}”" in walk.text) is hidden
