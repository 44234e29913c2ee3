"""The first board waits for its thread, at most fifteen seconds since the match began."""

from datetime import timedelta

import discord
import pytest

from tests.bot.chat.posted import PostedMessages
from tests.bot.chat.walks import begin
from tests.bot.support.fakes import World

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


@pytest.mark.parametrize(
    ("waited", "limit", "starts_in_channel"),
    [(0, 14, False), (0, 15, False), (0, 16, True), (10, 5, False), (10, 6, True), (20, 1, True)],
)
async def test_a_first_board_waits_briefly_for_its_thread(
    world: World, waited: int, limit: int, *, starts_in_channel: bool
) -> None:
    posted = PostedMessages(world)
    match = await begin(world)
    world.time.pass_by(timedelta(seconds=waited))
    posted.discord.limits["thread", 70] = float(limit)
    try:
        await posted.deliver()
    except discord.RateLimited:
        is_rate_limited = True
    else:
        is_rate_limited = False
    assert is_rate_limited is not starts_in_channel
    assert ((await world.services.matches.get(match.id)).board is not None) is starts_in_channel
