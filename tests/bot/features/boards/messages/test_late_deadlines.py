"""A deadline that moved on an earlier turn rewrites no board: the next board shows the present time."""

import pytest

from tests.bot.chat.posted import PostedMessages
from tests.bot.chat.walks import MOVES, begin
from tests.bot.support.fakes import ANNA, BEN, World
from tests.bot.support.timed import play

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


@pytest.mark.parametrize("moved_on", [False, True])
async def test_a_moved_deadline_edits_the_earlier_board_once(world: World, *, moved_on: bool) -> None:
    await begin(world)
    match, posted = await begin(world), PostedMessages(world)
    await play(world, match, ANNA, move=MOVES[0])
    await posted.deliver()
    await world.services.deadlines.more_time(world.by(ANNA), match.id, 2)
    if moved_on:
        await play(world, match, BEN, move=MOVES[1])
    shown = [line.removeprefix("#thread of m3 ") for line in await posted.deliver_briefly()]
    next_board = ["posts (pings 1001) m12"] if moved_on else []
    assert shown == ["posts m11", *next_board, "edits m9"]
