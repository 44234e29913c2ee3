"""Pictures of old boards in a thread whose server wants fewer of them from now on."""

from typing import Any

import pytest

from bot.model.servers.server_rules import ALL_PICTURES
from tests.bot.chat.posted import PostedMessages
from tests.bot.chat.walks import MOVES, SERVER, begin
from tests.bot.support.fakes import ANNA, BEN, CARA, World
from tests.bot.support.timed import play

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


async def test_each_board_removes_at_most_two_own_pictures(world: World) -> None:
    posted = PostedMessages(world)
    match = await begin(world)
    await posted.deliver()
    counts = []
    for number, person in enumerate((ANNA, BEN) * 3):
        if number == 5:
            await world.services.servers.set_value(world.by(CARA), SERVER, ALL_PICTURES, False)
        await play(world, match, person, move=MOVES[number])
        await posted.deliver()
        thread = (await world.services.matches.get(match.id)).thread
        boards: list[dict[str, Any]] = [
            message for message in posted.discord.messages.values() if message["channel_id"] == str(thread)
        ]
        if number == 3:
            boards[3]["author"] = {**boards[3]["author"], "id": "77"}
        counts.append(sum(bool(message["attachments"]) for message in boards))
    assert boards[3]["attachments"]
    assert counts == [2, 3, 4, 5, 6, 5]
